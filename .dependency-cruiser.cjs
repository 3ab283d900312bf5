// Which room may import which (docs/adr, architecture of the service): an allowlist. What is not named here is an
// error; do not widen a rule to make an import pass, change the design or write an ADR.
/** Slices in their order: the domain and the projections of one may import the domain doors of those above it only. */
const SLICES = [
  'workspaces',
  'do-not-call',
  'contacts',
  'calling-hours',
  'smart-lists',
  'dial-groups',
  'members',
  'imports',
  'webhooks',
  'outcomes',
  'dialing',
  'timeline',
  'exports',
];
const slices = `(?:${SLICES.join('|')})`;
const TESTS = '\\.spec\\.ts$|/testing/|/contract/';

const allow = (comment, from, to) => ({ comment, from: { path: from }, to: { path: to } });
const modules = (...names) => `(?:^|/)node_modules/(?:${names.join('|')})/`;

const kernel = '^libs/kernel/(?!testing)';
const eligibility = '^libs/eligibility/index\\.ts$';
const domainDoor = (names) => `^libs/(?:${names})/domain/index\\.ts$`;
const outerRooms = '(?:commands|queries|workers|http)';

const pureRooms = SLICES.map((slice, place) => ({
  comment: `${slice}: domain and projections import the kernel, eligibility, their own domain and the domain doors of slices above`,
  from: { path: `^libs/${slice}/(?:domain|projections)/`, pathNot: TESTS },
  to: {
    path: [
      kernel,
      eligibility,
      `^libs/${slice}/(?:domain|projections)/`,
      ...(place ? [domainDoor(SLICES.slice(0, place).join('|'))] : []),
    ],
  },
}));

const drivers = modules('better-sqlite3', '@types/better-sqlite3', 'mongodb', '@eventstore/.*');
const openTelemetry = modules('@opentelemetry/.*');

module.exports = {
  forbidden: [
    {
      name: 'not-declared',
      comment: 'what is imported stands in package.json; a dependency of a dependency may go any day',
      severity: 'error',
      // Benches take Fastify and the SQLite driver from the service, to be compared with the very same.
      from: { pathNot: '^bench/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'] },
    },
    {
      name: 'ships-without-dev-dependencies',
      severity: 'error',
      from: { path: '^(?:apps|libs|packages/[^/]+/src)/', pathNot: TESTS },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'threads-load-no-nest',
      comment:
        'a thread that folds the log would load it at each start, half a second that the rows stand still; one that reads pages, for nothing',
      severity: 'error',
      from: { path: '^apps/service/[^/]+\\.worker\\.ts$' },
      to: { path: modules('@nestjs/.*'), reachable: true },
    },
    {
      name: 'traces-are-loaded-on-demand',
      comment: 'a service without traces has nothing of OpenTelemetry in its process',
      severity: 'error',
      from: { path: '^(?:apps|libs)/', pathNot: `^libs/tracing/|${TESTS}` },
      to: { path: '^libs/tracing/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'production-imports-no-testing',
      comment: 'what serves tests does not run in the service, its own slice included',
      severity: 'error',
      from: { path: '^(?:apps|libs|packages/[^/]+/src)/', pathNot: TESTS },
      to: { path: '^(?:libs|packages)/.*(?:/testing/|/contract/|\\.spec\\.ts$)' },
    },
    {
      name: 'calls-know-no-queue',
      comment: 'the queue chooses whom to call and begins the call; what a call comes to depends on no queue',
      severity: 'error',
      from: { path: '^libs/dialing/domain/calls/', pathNot: TESTS },
      to: { path: '^libs/dialing/domain/queue/' },
    },
    {
      name: 'no-circle',
      comment: 'also of types alone: two files that need each other are read as one',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  allowedSeverity: 'error',
  allowed: [
    allow('the kernel knows nothing but itself', kernel, '^libs/kernel/'),
    {
      comment: 'eligibility: rules of dialing that several slices share; facts and settings are given to it as values',
      from: { path: '^libs/eligibility/', pathNot: TESTS },
      to: { path: [kernel, '^libs/eligibility/'] },
    },
    ...pureRooms,
    {
      comment: 'a slice: its own rooms, any domain door, the ports, libraries; never the commands of another slice',
      from: { path: `^libs/(${slices})/(?!domain/|projections/)`, pathNot: TESTS },
      to: {
        path: [
          '^libs/$1/',
          kernel,
          eligibility,
          domainDoor(SLICES.join('|')),
          '^libs/(?:event-store|personal-data|read-model|workspace-head|http|workers)/index\\.ts$',
        ],
      },
    },
    {
      comment: 'controllers answer by way of Fastify',
      from: { path: `^libs/${slices}/http/`, pathNot: TESTS },
      to: { path: modules('fastify') },
    },
    {
      comment: 'Nest, its validators and Node itself are for the outer rooms of a slice',
      from: { path: `^libs/${slices}/(?:${outerRooms}/|crypto/|[^/]+\\.ts$)`, pathNot: TESTS },
      to: {
        path: [
          modules('@nestjs/.*', 'class-validator', 'class-transformer', 'rxjs', 'reflect-metadata'),
          '^(?:node:)?[a-z_/]+$',
        ],
      },
    },
    allow(
      'what was is folded from the index of events (docs/adr/0064-an-export-is-exact-as-of-a-revision.md)',
      '^libs/exports/(?:queries/[^/]+|exports\\.module)\\.ts$',
      '^libs/timeline/index\\.ts$',
    ),
    allow(
      'numbers are hashed by Node: a pure function (docs/adr/0071-numbers-are-hashed-under-a-key-of-the-workspace.md)',
      '^libs/do-not-call/domain/number-hash\\.ts$',
      '^(?:node:)?crypto$',
    ),
    allow('tables are written by their library', '^libs/exports/http/csv\\.ts$', modules('csv-stringify')),
    {
      comment:
        'the rows of files are judged by the DTOs of the requests that they stand for (docs/adr/0066-an-import-is-worked-off-while-its-file-arrives.md)',
      from: { path: '^libs/imports/http/', pathNot: TESTS },
      to: { path: '^libs/contacts/http/index\\.ts$' },
    },
    {
      comment: 'webhooks leave the service by undici and Node, in one room',
      from: { path: '^libs/webhooks/sending/', pathNot: TESTS },
      to: { path: [modules('undici'), '^(?:node:)?[a-z_/]+$'] },
    },
    allow(
      'files are read by csv-parse and Node, their lines of JSON like bodies, in a room that needs no other of its slice',
      '^libs/imports/reading/',
      ['^libs/imports/reading/', kernel, '^libs/http/index\\.ts$', modules('csv-parse'), '^(?:node:)?[a-z_/]+$'],
    ),
    allow('a receiver of webhooks needs Node alone', '^libs/webhooks/receiving/', '^(?:node:)?[a-z_/]+$'),
    allow(
      'ports know the kernel',
      '^libs/(?:event-store|read-model|personal-data)/(?!sqlite/|mongodb/|eventstoredb/)',
      kernel,
    ),
    {
      comment: 'the runner and the ports within their own library',
      from: { path: '^libs/(event-store|read-model|personal-data)/(?!sqlite/|mongodb/|eventstoredb/)', pathNot: TESTS },
      to: { path: '^libs/$1/(?!sqlite/|mongodb/|eventstoredb/)' },
    },
    {
      comment: 'the threads of a read model: Node, whatever its driver is',
      from: { path: '^libs/read-model/(?:thread|pages)/' },
      to: { path: '^(?:node:)?[a-z_/]+$' },
    },
    allow(
      'keys are wrapped, and texts sealed, by ciphers of Node',
      '^libs/personal-data/(?:wrapping|sealed-text)\\.ts$',
      '^(?:node:)?crypto$',
    ),
    {
      comment: 'events are sealed in front of the event store, and opened behind it, through its port',
      from: { path: '^libs/personal-data/(?!sqlite/|mongodb/)', pathNot: TESTS },
      to: { path: '^libs/event-store/index\\.ts$' },
    },
    allow(
      'appends are chained by hashes',
      '^libs/event-store/(?:hash-chain|verifying/log-digest)\\.ts$',
      '^(?:node:)?crypto$',
    ),
    allow('a fingerprint is a hash', '^libs/read-model/fingerprint\\.ts$', '^(?:node:)?crypto$'),
    {
      comment: 'the runner of projections follows the log through its port',
      from: { path: '^libs/read-model/', pathNot: TESTS },
      to: { path: '^libs/event-store/index\\.ts$' },
    },
    {
      comment: 'an adapter: its driver, its port, Node',
      from: { path: '^libs/(event-store|read-model|personal-data)/(sqlite|mongodb|eventstoredb)/', pathNot: TESTS },
      to: {
        path: ['^libs/$1/$2/', '^libs/$1/(?!sqlite/|mongodb/|eventstoredb/)', kernel, drivers, '^(?:node:)?[a-z_/]+$'],
      },
    },
    {
      comment: 'the read model in SQLite follows the events of SQLite on its own thread',
      from: { path: '^libs/read-model/sqlite/' },
      to: { path: '^libs/event-store/sqlite/index\\.ts$' },
    },
    {
      comment: 'keys are stored like events and rows: the files of the one, the connections of the other',
      from: { path: '^libs/personal-data/sqlite/', pathNot: TESTS },
      to: { path: '^libs/event-store/(?:index|sqlite/index)\\.ts$' },
    },
    {
      comment: 'keys in MongoDB are reached like rows in MongoDB',
      from: { path: '^libs/personal-data/mongodb/', pathNot: TESTS },
      to: { path: '^libs/read-model/(?:index|mongodb/index)\\.ts$' },
    },
    {
      comment: 'traces leave by OpenTelemetry, in one room (docs/adr/0048-a-trace-goes-through-the-log.md)',
      from: { path: '^libs/tracing/', pathNot: TESTS },
      to: { path: ['^libs/tracing/', kernel, openTelemetry] },
    },
    {
      comment: 'the head decides through the ports',
      from: { path: '^libs/workspace-head/', pathNot: TESTS },
      to: { path: ['^libs/workspace-head/', kernel, '^libs/(?:event-store|read-model)/index\\.ts$'] },
    },
    {
      comment: 'what workers are built on knows the ports, and no slice',
      from: { path: '^libs/workers/', pathNot: TESTS },
      to: { path: ['^libs/workers/', kernel, '^libs/(?:event-store|read-model)/index\\.ts$'] },
    },
    {
      comment:
        'HTTP knows the kernel, the head, what the ports refuse with, and its libraries; what slices know reaches it through its own ports',
      from: { path: '^libs/http/', pathNot: TESTS },
      to: {
        path: [
          '^libs/http/',
          kernel,
          '^libs/(?:workspace-head|event-store|read-model)/index\\.ts$',
          modules('@nestjs/.*', '@fastify/.*', 'fastify', 'class-validator', 'class-transformer', 'helmet', 'pino'),
          modules('prom-client', 'reflect-metadata', 'rxjs'),
          '^(?:node:)?[a-z_/]+$',
        ],
      },
    },
    {
      comment: 'apps compose libraries by their doors and any package but a driver, undici and OpenTelemetry',
      from: { path: '^apps/([^/]+)/' },
      to: {
        path: [
          '^apps/$1/',
          '^libs/[^/]+/index\\.ts$',
          '^libs/[^/]+/(?:domain|projections|pages|sqlite|mongodb|eventstoredb|thread|receiving)/index\\.ts$',
        ],
      },
    },
    {
      comment: 'the time machine is the service over a past log (docs/adr/0041-the-past-is-served-by-the-service.md)',
      from: { path: '^apps/operator/(?:at/|past\\.ts$)' },
      to: { path: '^apps/service/past/index\\.ts$' },
    },
    {
      comment: 'backups are of the stores of the service (docs/adr/0044-a-backup-is-the-log-then-its-keys.md)',
      from: { path: '^apps/operator/backup/' },
      to: { path: '^apps/service/backup/index\\.ts$' },
    },
    {
      comment: 'a log is copied between stores of the service (docs/adr/0082-a-log-is-copied-event-by-event.md)',
      from: { path: '^apps/operator/log/copy\\.command\\.ts$' },
      to: { path: '^apps/service/copy/index\\.ts$' },
    },
    {
      comment: 'apps and packages; what leaves the service leaves through the guard of webhooks',
      from: { path: '^apps/' },
      to: { path: ['node_modules', '^(?:node:)?[a-z_/]+$'], pathNot: [drivers, modules('undici'), openTelemetry] },
    },
    {
      comment:
        'what is published runs wherever there is fetch: itself and what it depends on (docs/adr/0053-a-client-is-typed-from-the-document.md)',
      from: { path: '^packages/([^/]+)/src/', pathNot: TESTS },
      to: { path: ['^packages/$1/src/', modules('openapi-fetch')] },
    },
    { comment: 'scripts of a package run where it is built', from: { path: '^packages/[^/]+/scripts/' }, to: {} },
    {
      comment: 'an example is what people copy: the published client by its door, and Node',
      from: { path: '^examples/([^/]+)/', pathNot: TESTS },
      to: { path: ['^examples/$1/', '^packages/client/src/index\\.ts$', '^(?:node:)?[a-z_/]+$'] },
    },
    { comment: 'tests and benches are free', from: { path: ['^test/', '^bench/', TESTS] }, to: {} },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '^dist/'] },
    exclude: {
      path: ['^dist/', '^packages/[^/]+/dist/', 'bench/(?:peer/)?node_modules', '^bench/peer/dist/', '^test/clients/'],
    },
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'require', 'default', 'types'],
    },
    webpackConfig: { fileName: '.ci/doors.cjs' },
  },
};
