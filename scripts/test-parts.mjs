// What .ci/run and npm run test:all run of Jest, part by part, and what npm test leaves to them.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from './prepare.mjs';

/** The compiled specs that `.ci/parts/docs-site` runs, and no part of these: they need the built site and a browser. */
const OF_THE_SITE = '/dist/test/site/';

/** The compiled specs that npm test leaves out: it takes six minutes on two cores, all specs take half an hour. */
export const LEFT_TO_TEST_ALL = [
  OF_THE_SITE,
  '/dist/test/distributed/',
  '/dist/test/crash/(?!kill-under-load)',
  '/dist/test/dialing/(?!model)',
];

/**
 * The arguments by which Jest leaves out what npm test leaves to npm run test:all; none where `args` name spec files.
 * Jest's own parser tells paths from values of options. Arguments that it refuses are left for the run to explain.
 */
export async function selectionFor(args) {
  const { buildArgv } = await import('jest');
  const argv = await buildArgv(args).catch(() => undefined);
  const named = [argv?._, argv?.testPathPatterns, argv?.testPathIgnorePatterns].some((paths) => paths?.length > 0);
  return named ? [] : leavingOut(LEFT_TO_TEST_ALL);
}

/**
 * What ends before a store is asked is the same on both pairs: malformed input, refusals, scopes, the reference, the
 * arguments of a command; so is what happens on the way to receivers of webhooks, and what a client makes of answers;
 * and backups are of the files of the embedded pair. Most of these look whether the stores are unchanged, which takes
 * long on the stand-ins.
 */
const SAME_ON_BOTH = [
  '/dist/test/e2e/input/',
  '/dist/test/e2e/matrices/(scopes|refusals)',
  '/dist/test/e2e/contract/(reference|webhook-reference|smart-list-fields)',
  '/dist/test/e2e/past/(command|export|timeline-command|why-before-command)',
  '/dist/test/e2e/behaviour/(backup|client|rebuild\\.e2e|operator-commands|slow-receivers|network-outage)',
];

/**
 * What is left to `npm run test:all` of the parts that .ci/run takes for each change: what takes longest, and beside
 * which another spec of the same part goes through the same code. What a client sees is tested for each change, on
 * the embedded pair; on the distributed one, what differs by its stores
 * (docs/adr/0067-ci-tests-each-change-within-half-an-hour.md).
 */
const LEFT_TO_ALL = {
  unit: ['/dist/apps/service/past/verify-log', '/dist/apps/demo/main', '/dist/libs/read-model/mongodb/faults'],
  endToEnd: [
    '/dist/test/e2e/behaviour/(rebuild-effects|largest-writes|slow-receivers|network-outage|secrets-key)',
    '/dist/test/e2e/past/(command|export)',
  ],
  distributed: [
    '/dist/test/e2e/matrices/',
    '/dist/test/e2e/past/(?!rows|same-answers|log)',
    '/dist/test/e2e/behaviour/(appends|cors|deleted-workspace|dry-run|events|exports|largest-writes|metrics)',
    '/dist/test/e2e/behaviour/(monitoring|not-modified|pages|queue-settings|quotas|rate-limits|rebuild-effects)',
    '/dist/test/e2e/behaviour/(secrets-key|test-clock)',
    '/dist/test/e2e/contract/(authentication|batches|call-details|call-outcomes|contact-details|dry-runs|exports)',
    '/dist/test/e2e/contract/(me\\.|memberships|outcome-changes|rules|smart-list-endpoints|webhook-endpoint-health)',
  ],
  crashes: [
    '/dist/test/crash/(backup-under-load|cap-sweep|erased-traces|long-sweep|new-version-of-rows)',
    '/dist/test/crash/(rebuild-under-load|reindex|restored-keys|wrong-clock)',
  ],
  dialingDistributed: [
    '/dist/test/dialing/(model|concurrent-dialers)',
    '/dist/test/crash/(sigterm-under-load|erased-traces)',
  ],
  processes: [
    '/dist/test/distributed/(dropped-read-model|first-copy|follower|held-back-rows|keys-behind-rows|largest-append)',
    '/dist/test/distributed/(longer-log|personal-keys-faults|projectors|rebuilt-rows|restored-backup)',
    '/dist/test/distributed/(secrets-key-rotation|standby|workers-behind-rows)',
    '/dist/test/distributed/(sigterm-while-hung|sigterm-while-rows-are-made)',
    '/dist/test/distributed/(dialed-from-an-instant|fleet-under-faults|overlapping-workers|refused-starts)',
  ],
};

/**
 * The index of events takes a tenth to a quarter of the time of parts that start many processes, and neither dialing
 * nor what a crash may lose depends on it: it has kills and rebuilds of its own (`test/e2e/behaviour/events`), and any
 * spec that a path names runs with it.
 */
const WITHOUT_INDEX = { EVENTS_INDEX: 'off' };

/**
 * A part as it is run for each change: without the specs that are left to `npm run test:all`, with its smaller numbers
 * of repetitions, and never more specs at once than cores: on a machine that is slow for a while, stores that are
 * started for tests would not answer within the limits of time that the service has for them.
 */
export function forEachChange(part) {
  const { leftOut = [], leftToAll = [], env, envOfChange = {} } = part;
  return { ...part, waits: false, leftOut: [...leftOut, ...leftToAll], env: { ...env, ...envOfChange } };
}

/** The arguments of Jest for a part. */
export function argumentsOf({ paths = [], leftOut = [], waits = false }) {
  const workers = waits ? [`--maxWorkers=${Math.ceil(1.5 * availableParallelism())}`] : [];
  return [...workers, ...paths, ...(leftOut.length > 0 ? leavingOut(leftOut) : [])];
}

/** Behind all paths: Jest takes every argument that follows for a pattern. */
function leavingOut(patterns) {
  return ['--testPathIgnorePatterns', ...patterns];
}

/**
 * In the order in which they run: `paths` and `leftOut` are patterns of compiled specs. `env` wins over the environment
 * of the caller: a part runs on the pair that it is named after, whatever TEST_PAIR says. `waits`: its specs wait for
 * leases and time limits for half of their time, so three of them run on two cores. For each change, .ci/run leaves out
 * what `leftToAll` matches, and `envOfChange` wins over `env`.
 */
export const TEST_PARTS = [
  {
    name: 'unit and integration',
    leftOut: ['/dist/test/(e2e|crash|distributed|dialing)/', OF_THE_SITE],
    leftToAll: LEFT_TO_ALL.unit,
    env: { TEST_PAIR: 'embedded' },
  },
  {
    name: 'end to end',
    paths: ['dist/test/e2e/'],
    leftToAll: LEFT_TO_ALL.endToEnd,
    env: { TEST_PAIR: 'embedded' },
  },
  {
    name: 'end to end, distributed',
    paths: ['dist/test/e2e/'],
    leftOut: SAME_ON_BOTH,
    leftToAll: LEFT_TO_ALL.distributed,
    env: { TEST_PAIR: 'distributed' },
  },
  {
    name: 'crashes',
    paths: ['dist/test/crash/'],
    leftOut: ['/dist/test/crash/kill-under-load'],
    leftToAll: LEFT_TO_ALL.crashes,
    env: { TEST_PAIR: 'embedded', ...WITHOUT_INDEX },
  },
  // A fault that needs an unlucky moment shows after many kills; npm test and .ci/run kill five times.
  {
    name: 'dialing and kills',
    paths: ['dist/test/dialing/', 'dist/test/crash/kill-under-load'],
    env: { TEST_PAIR: 'embedded', DIALING_HISTORIES: '60', CRASH_KILLS: '20', ...WITHOUT_INDEX },
    envOfChange: { DIALING_HISTORIES: '12', CRASH_KILLS: '5' },
  },
  {
    name: 'dialing and kills, distributed',
    paths: [
      'dist/test/dialing/',
      'dist/test/crash/kill-under-load',
      'dist/test/crash/sigterm-under-load',
      'dist/test/crash/erased-traces',
    ],
    leftToAll: LEFT_TO_ALL.dialingDistributed,
    env: { TEST_PAIR: 'distributed', ...WITHOUT_INDEX },
  },
  {
    name: 'processes and faults',
    paths: ['dist/test/distributed/'],
    leftToAll: LEFT_TO_ALL.processes,
    env: { TEST_PAIR: 'embedded', ...WITHOUT_INDEX },
    waits: true,
  },
  // What a real EventStoreDB is named by, on an executable that has its command line and the double behind it.
  // EVENTSTORE_URL is a variable of the service's own: the server would refuse to start with it.
  {
    name: 'named event store',
    paths: [
      'dist/libs/event-store/eventstoredb/eventstoredb-event-store',
      'dist/libs/event-store/eventstoredb/killed',
      'dist/test/e2e/behaviour/restart',
    ],
    env: {
      TEST_PAIR: 'distributed',
      EVENTSTORE_URL: 'esdb://127.0.0.1:1',
      TEST_EVENTSTORE_BIN: join(root, 'test', 'doubles', 'eventstoredb', 'eventstored'),
    },
  },
];
