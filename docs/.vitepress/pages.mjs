// Which file of the repository is which page of the site, and where the navigation leads
// (docs/adr/0060-the-documentation-is-a-site-made-of-these-files.md). Uses no installed package: a test reads it.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Where the service serves the site, behind its API_BASE_PATH. */
export const BASE = '/docs/guide/';

/** Markdown that is no page: of installed and generated clients, and of data. Patterns of files from the root. */
export const NO_PAGES = ['test/clients/**', 'test/doubles/**', 'bench/results/**', 'coverage/**', 'data/**'];

/**
 * The page made of a file: `docs/how-to/audit.md` is `how-to/audit.md`, the README the first page. Paths are relative
 * to the root of the repository and to that of the site.
 */
export function pageOf(file) {
  if (file === 'README.md') return 'index.md';
  if (file === 'docs/README.md') return 'overview.md';
  if (!file.includes('/')) return file.toLowerCase();
  return file.replace(/^docs\//, '').replace(/README\.md$/, 'index.md');
}

/** Where a link of a file leads in the repository: a path from its root, without the anchor. */
export function targetOf(file, link) {
  return posix.normalize(posix.join(posix.dirname(file), decodeURI(link)));
}

/** Where a file that is no page, such as `.env.example`, stands on the site: as text, under its own name. */
export function textFileOf(file) {
  return `files/${file.replace(/(^|\/)\./g, '$1')}.txt`;
}

/** The anchor of a heading as GitHub and GitLab make it, so that a link to it is right there and on the site. */
export function slugOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-');
}

const DECISIONS = readdirSync(join(ROOT, 'docs/adr'))
  .filter((name) => /^\d{4}-.*\.md$/.test(name))
  .sort()
  .map((name) => ({ text: titleOf(`docs/adr/${name}`), file: `docs/adr/${name}` }));

/** The text of a file's first heading. */
function titleOf(file) {
  return /^# (.+)$/m.exec(readFileSync(join(ROOT, file), 'utf8'))[1].replaceAll('`', '');
}

/**
 * Pages that the running service makes from its code stand beside the site: `..` is `/docs`. Without the slash at its
 * end VitePress would take a link for one of its own pages, and add `.html`.
 */
const API_REFERENCE = { text: 'API reference (OpenAPI)', link: '/../', target: '_self' };
const ERROR_CODES = { text: 'Error codes', link: '/../errors/', target: '_self' };

/** The groups of the sidebar. A group with `collapsed` can be folded. */
const GROUPS = [
  {
    text: 'Getting started',
    items: [
      { text: 'Smart Lists in five minutes', file: 'README.md' },
      { text: 'All documents', file: 'docs/README.md' },
      { text: 'Glossary', file: 'docs/reference/glossary.md' },
    ],
  },
  {
    text: 'How-tos',
    items: [
      { text: 'Run a dialer', file: 'docs/how-to/run-a-dialer.md' },
      { text: "Dial one team's lists", file: 'docs/how-to/dial-one-teams-lists.md' },
      { text: 'Callbacks', file: 'docs/how-to/callbacks.md' },
      { text: "Keep the law's hours", file: 'docs/how-to/calling-hours.md' },
      { text: 'Keep contacts in step', file: 'docs/how-to/keep-contacts.md' },
      { text: 'Receive webhooks', file: 'docs/how-to/receive-webhooks.md' },
      { text: 'Webhook endpoints', file: 'docs/how-to/webhook-endpoints.md' },
      { text: 'Follow the events', file: 'docs/how-to/follow-events.md' },
      { text: 'Use the client', file: 'docs/how-to/use-the-client.md' },
      { text: 'Example: a day on a call floor', file: 'examples/call-floor/README.md' },
      { text: 'Generate a client', file: 'docs/how-to/generate-a-client.md' },
    ],
  },
  {
    text: 'Reference',
    items: [
      API_REFERENCE,
      ERROR_CODES,
      { text: 'The HTTP contract', file: 'docs/reference/http-contract.md' },
      { text: 'The published contract', file: 'docs/reference/published-contract.md' },
      { text: 'The dialing rules', file: 'docs/reference/dialing-rules.md' },
      { text: 'Events', file: 'docs/reference/events.md' },
      { text: 'Versions of the API', file: 'docs/reference/versioning.md' },
      { text: '@smart-lists/client', file: 'packages/client/README.md' },
    ],
  },
  {
    text: 'Operating',
    items: [
      { text: 'Metrics, alerts, runbooks', file: 'docs/operating.md' },
      { text: 'Settings', file: '.env.example' },
      { text: 'The command line', file: 'docs/reference/command-line.md' },
      { text: 'Image and compose files', file: 'docs/reference/deployment.md' },
      { text: 'Run on EventStoreDB and MongoDB', file: 'docs/how-to/run-on-eventstoredb-and-mongodb.md' },
      { text: 'Run on Kubernetes', file: 'docs/how-to/run-on-kubernetes.md' },
      { text: 'How far it scales', file: 'docs/operating/scale.md' },
      { text: 'Outgrow one machine', file: 'docs/how-to/outgrow-one-machine.md' },
      { text: 'Move a workspace', file: 'docs/how-to/move-a-workspace.md' },
      { text: 'Back up and restore', file: 'docs/how-to/backup-and-restore.md' },
      { text: 'Rebuild the rows', file: 'docs/how-to/rebuild-the-rows.md' },
      { text: 'When an event cannot be projected', file: 'docs/how-to/skip-an-event.md' },
      { text: 'Audit', file: 'docs/how-to/audit.md' },
      { text: 'Personal data', file: 'docs/reference/personal-data.md' },
      { text: 'Erase a person', file: 'docs/how-to/erase-a-person.md' },
      { text: 'Rotate secrets', file: 'docs/how-to/rotate-secrets.md' },
    ],
  },
  {
    text: 'How it is made',
    collapsed: true,
    items: [
      { text: 'Architecture', file: 'docs/architecture.md' },
      { text: 'Consistency', file: 'docs/reference/consistency.md' },
      { text: 'Contributing', file: 'CONTRIBUTING.md' },
      { text: 'Quality', file: 'docs/quality.md' },
      { text: 'Tests', file: 'test/README.md' },
      { text: 'Dialing scenarios', file: 'test/scenarios/README.md' },
      { text: 'The simulated world', file: 'docs/testing/simulation.md' },
      { text: 'Recorded answers', file: 'docs/testing/past-answers.md' },
      { text: 'EventStoreDB contract', file: 'test/contract/eventstoredb/README.md' },
      { text: 'Facts about EventStoreDB', file: 'test/contract/eventstoredb/FACTS.md' },
      { text: 'A MongoDB for the tests', file: 'test/contract/mongodb/README.md' },
      { text: 'Benchmarks', file: 'bench/README.md' },
    ],
  },
  {
    text: 'Architecture decisions',
    collapsed: true,
    items: [
      { text: 'All decisions', file: 'docs/adr/README.md' },
      { text: 'Template', file: 'docs/adr/TEMPLATE.md' },
      ...DECISIONS,
    ],
  },
  { text: 'Changes', items: [{ text: 'Changelog', file: 'CHANGELOG.md' }] },
];

/** The files of the repository that the sidebar leads to. */
export const NAMED_FILES = GROUPS.flatMap(({ items }) => items.flatMap(({ file }) => file ?? []));

/** A link of the navigation in VitePress's form. */
function linked({ file, ...item }) {
  if (file === undefined) return item;
  // VitePress puts the base in front of pages only.
  if (!file.endsWith('.md')) return { ...item, link: `${BASE}${textFileOf(file)}`, target: '_self' };
  return {
    ...item,
    link: `/${pageOf(file)
      .replace(/(^|\/)index\.md$/, '$1')
      .replace(/\.md$/, '.html')}`,
  };
}

/** The sidebar in VitePress's form, the same on every page. */
export const SIDEBAR = GROUPS.map(({ items, ...group }) => ({ ...group, items: items.map(linked) }));

/** The bar at the top: the first page of each group; `activeMatch` is a pattern of the page's path. */
export const NAV = [
  linked({ text: 'Getting started', file: 'README.md' }),
  linked({ text: 'How-tos', file: 'docs/how-to/run-a-dialer.md', activeMatch: '^/how-to/' }),
  {
    text: 'Reference',
    activeMatch: '^/reference/',
    items: [
      API_REFERENCE,
      linked({ text: 'The HTTP contract', file: 'docs/reference/http-contract.md' }),
      linked({ text: 'Events', file: 'docs/reference/events.md' }),
      ERROR_CODES,
    ],
  },
  linked({ text: 'Operating', file: 'docs/operating.md' }),
  linked({ text: 'Decisions', file: 'docs/adr/README.md', activeMatch: '^/adr/' }),
  linked({ text: 'Changelog', file: 'CHANGELOG.md' }),
];
