import { randomUUID } from 'node:crypto';
import type { Bench } from './support/measure.js';
import { compareWithPeer, withBothServices } from './support/peer.js';

const WHAT = 'POST and DELETE /smart-lists by turns';

/** S2 against the peer: small writes, each with an Idempotency-Key and a flush of its own transaction. */
function lists(id: string, connections: number): Bench {
  const title = `${WHAT}, ${connections === 1 ? '1 connection' : `${connections} connections`} : the peer`;
  return {
    id,
    title,
    run: (options) =>
      withBothServices(options, id, (services) =>
        compareWithPeer(options, services, {
          id,
          what: `${WHAT}, both counted`,
          work: {
            connections,
            lists_at_a_time: `at most ${connections}`,
            body: '{"name":"List <unique>"}',
            on: 'auth, validation, a fresh Idempotency-Key a request; ours rate limit and read your writes as well',
          },
          loadOf: () => ({ kind: 'lists', connections, seconds: options.seconds, salt: randomUUID() }),
        }),
      ),
  };
}

export const p1 = lists('P1', 64);
/** Latency instead of throughput: nothing can be flushed together. */
export const p2 = lists('P2', 1);
