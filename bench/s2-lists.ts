import { randomUUID } from 'node:crypto';
import type { BareServer } from './support/bare-server.js';
import { runChild } from './support/child.js';
import { rate, send } from './support/load.js';
import type { LoadResult } from './support/load.js';
import { paired } from './support/measure.js';
import type { Bench } from './support/measure.js';
import { scratch } from './support/scratch.js';
import { makeTenant, startService } from './support/service.js';

const CONNECTIONS = 64;

/** Writes of small settings over HTTP, compared with a server that only parses and prints JSON. */
export const s2: Bench = {
  id: 'S2',
  title: 'POST and DELETE /smart-lists by turns, 64 connections, one workspace : a bare Fastify POST that echoes',
  async run(options) {
    const { directory, remove } = scratch(options.directory, 's2');
    const service = await startService(directory);
    const bare = await runChild<BareServer, string>('./bare-server.js', { kind: 'echo' });
    try {
      const { key } = await makeTenant(service);
      const load = { key, connections: CONNECTIONS, seconds: options.seconds };
      const answers: LoadResult[] = [];
      const figures = await paired(options, {
        unit: 'answers/s',
        ours: {
          what: 'POST and DELETE /smart-lists, both counted',
          run: async () => {
            const result = await send({ ...load, kind: 'lists', url: service.url, salt: randomUUID() });
            answers.push(result);
            return rate(result);
          },
        },
        theirs: {
          what: 'bare Fastify POST that echoes JSON',
          run: async () => rate(await send({ ...load, kind: 'echo', url: bare.answer, salt: randomUUID() })),
        },
      });
      return {
        id: 'S2',
        work: {
          connections: CONNECTIONS,
          workspaces: 1,
          lists_at_a_time: `at most ${CONNECTIONS}`,
          on: 'auth, validation, a fresh Idempotency-Key a request, rate limit 10,000,000/1, read your writes',
          body: '{"name":"List <unique>"}',
          durability: 'WAL, synchronous=FULL, answered after the commit and when the rows show it',
          load: 'autocannon in a process of its own, the same headers and bodies on both sides',
          seconds_a_round: options.seconds,
        },
        ...figures,
        must: 0.15,
        aim: 0.3,
        bar: 'at_least',
        notes: answers.map(
          ({ latency: { p50, p99, max }, lagging }) =>
            `latency ms p50 ${p50} p99 ${p99} max ${max}; ${lagging} lagging`,
        ),
      };
    } finally {
      await bare.end();
      await service.stop();
      remove();
    }
  },
};
