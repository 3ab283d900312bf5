import { jsonOf } from './contract.js';
import type { Client } from './client.js';
import { until } from './until.js';
import { nextPhone } from './workspace.js';

const CAUGHT_UP_MS = 60_000;

/**
 * Waits until the rows of a workspace contain everything that was written to it: a write and a read whose answers have
 * no Projection-Lag header prove that for all earlier writes. Each poll creates one contact.
 */
export async function caughtUp(client: Client): Promise<void> {
  await until(
    'the rows have caught up',
    async () => {
      const answer = await client.post('/contacts/batch', { contacts: [{ phone: nextPhone() }] });
      if (answer.status !== 200 && answer.status !== 503) throw new Error(JSON.stringify(jsonOf(answer)));
      if (answer.status !== 200 || answer.headers['projection-lag'] !== undefined) return false;
      const read = await client.get('/me');
      return read.status === 200 && read.headers['projection-lag'] === undefined;
    },
    CAUGHT_UP_MS,
  );
}
