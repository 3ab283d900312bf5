import type { DialerOptions } from './options.js';
import type { Call } from '../schema.js';
import { entryOf, type JournalCall } from './journal.js';

/**
 * The calls that are in progress with an agent, of any dialer.
 * @throws ProblemError, ConnectionError
 */
export async function callsInProgress(
  client: DialerOptions['client'],
  agentId: string,
): Promise<readonly JournalCall[]> {
  const query = { state: 'in_progress', agent_id: agentId, page_size: 200 } as const;
  const calls: Call[] = [];
  for await (const call of client.paginate('/calls', { params: { query } })) calls.push(call);
  if (calls.length === 0) return [];
  // A call whose lease was extended shows only when that ends, not how long it is. The setting is of calls that begin
  // now: it is too long only for a call that began before it was raised.
  const { data } = await client.GET('/me');
  const longest = data.workspace.lease_seconds * 1_000;
  return calls.map(entryOf).map((entry) => ({ ...entry, lease_ms: Math.min(entry.lease_ms, longest) }));
}
