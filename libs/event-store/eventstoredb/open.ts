import { StoreOpenError } from '../event-store.js';
import { Client } from './client.js';
import { isDenied, isUnimplemented, shortReasonOf } from './faults.js';
import { readBounded } from './read.js';
import type { Timings } from './timings.js';
import { eventStoreDbAddress, eventStoreDbUrlProblem } from './url.js';
import type { EventStoreDbAddress } from './url.js';
import { pause, withTimeout } from './waiting.js';

/** The version since which the server sends the caught-up mark. */
const OLDEST = { major: 23, minor: 10 };

/** Milliseconds of one attempt, however many are left. */
const TRY_MS = 5_000;

const never = new AbortController().signal;

/**
 * Connects, and checks what the adapter needs: a server that is new enough, and whose log these credentials may read. A
 * server that does not answer yet is waited for.
 * @throws StoreOpenError one sentence, without credentials
 */
export async function openClient(url: string, timings: Timings): Promise<Client> {
  const problem = eventStoreDbUrlProblem(url);
  if (problem !== undefined) throw new StoreOpenError(`The connection string of the event store ${problem}.`);
  const address = eventStoreDbAddress(url);
  const giveUp = performance.now() + timings.open;
  for (;;) {
    const client = connect(url);
    try {
      await attempt(client, Math.max(Math.min(TRY_MS, giveUp - performance.now()), timings.reopen), address);
      return client;
    } catch (error) {
      void client.dispose().catch(() => undefined);
      if (error instanceof StoreOpenError) throw error;
      const refusal = refusalOf(error, address);
      if (refusal !== undefined) throw new StoreOpenError(refusal, { cause: error });
      if (performance.now() + timings.reopen >= giveUp) throw nobodyThere(error, address, timings.open);
    }
    // A new client for the next attempt: this one may have cached the failure
    // (test/contract/eventstoredb/FACTS.md#the-most-dangerous-ones).
    await pause(timings.reopen, []);
  }
}

function connect(url: string): Client {
  try {
    return new Client(url);
  } catch (error) {
    throw new StoreOpenError(`The event store cannot be connected to: ${shortReasonOf(error)}.`, { cause: error });
  }
}

async function attempt(client: Client, ms: number, address: EventStoreDbAddress): Promise<void> {
  try {
    await withTimeout(
      ms,
      readBounded(() => client.readEnd(1), ms, never),
      'no answer in time',
    );
  } catch (error) {
    throw error instanceof Error && error.cause !== undefined ? error.cause : error;
  }
  const { version, batchAppend } = await withTimeout(ms, client.server(), 'no answer in time');
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (!batchAppend || major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor)) {
    throw new StoreOpenError(
      `The event store at ${at(address)} is of version ${version || 'unknown'}; ${OLDEST.major}.${OLDEST.minor} or newer is needed.`,
    );
  }
}

/** Why another attempt will fail as well; undefined if it may succeed. */
function refusalOf(error: unknown, address: EventStoreDbAddress): string | undefined {
  const reason = shortReasonOf(error);
  const store = `The event store at ${at(address)}`;
  if (isDenied(error)) return `${store} ${denial(address)}.`;
  if (isUnimplemented(error) || /protocol error|parse error|no application protocol/i.test(reason)) {
    return `What answers at ${at(address)} is no EventStoreDB (${reason}).`;
  }
  if (/wrong version number|EPROTO|packet length/i.test(reason)) {
    return `${store} does not speak TLS: the connection string must say tls=false.`;
  }
  if (address.tls && /certificate|self[- ]signed|altnames|issuer/i.test(reason)) {
    return `${store} has a certificate that is not trusted (${reason}): tlsCAFile must name its authority.`;
  }
  return undefined;
}

function denial({ credentials }: EventStoreDbAddress): string {
  if (!credentials) return 'wants a user and password in the connection string';
  return 'refuses the user and password of the connection string, or does not let that user read the whole log';
}

function nobodyThere(error: unknown, address: EventStoreDbAddress, ms: number): StoreOpenError {
  const reason = shortReasonOf(error);
  const mayBeTls = !address.tls && /^(?:Failed to connect|no answer in time)|ECONNRESET/.test(reason);
  const hint = mayBeTls ? '; if it speaks TLS, the connection string must not say tls=false' : '';
  const sentence = `No event store answers at ${at(address)} within ${ms / 1000} s (${reason})${hint}.`;
  return new StoreOpenError(sentence, { cause: error });
}

function at({ hosts }: EventStoreDbAddress): string {
  return hosts.join(', ');
}
