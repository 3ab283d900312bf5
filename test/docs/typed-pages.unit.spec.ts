import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/documentation.js';

/** Which test types the code of a page. */
const TYPED: Readonly<Record<string, string>> = {
  'README.md': 'test/docs/documented-commands.int.spec.ts',
  'docs/how-to/audit.md': 'test/docs/audit-guide.int.spec.ts',
  'docs/how-to/backup-and-restore.md': 'test/docs/operator-guides.int.spec.ts',
  'docs/how-to/callbacks.md': 'test/docs/documented-commands.int.spec.ts',
  'docs/how-to/calling-hours.md': 'test/docs/documented-commands.int.spec.ts',
  'docs/how-to/dial-one-teams-lists.md': 'test/docs/documented-commands.int.spec.ts',
  'docs/how-to/erase-a-person.md': 'test/docs/documented-commands.int.spec.ts',
  'docs/how-to/follow-events.md': 'test/docs/documented-commands.int.spec.ts',
  'docs/how-to/generate-a-client.md': 'test/reference/clients.ts',
  'docs/how-to/keep-contacts.md': 'test/docs/documented-commands.int.spec.ts',
  'docs/how-to/move-a-workspace.md': 'test/distributed/moved-workspace.e2e.spec.ts',
  'docs/how-to/outgrow-one-machine.md': 'test/distributed/copied-log.e2e.spec.ts',
  'docs/how-to/rebuild-the-rows.md': 'test/docs/operator-guides.int.spec.ts',
  'docs/how-to/receive-webhooks.md': 'test/docs/receive-webhooks.int.spec.ts',
  'docs/how-to/run-a-dialer.md': 'test/docs/documented-commands.int.spec.ts',
  'docs/how-to/skip-an-event.md': 'test/docs/operator-guides.int.spec.ts',
  'docs/how-to/use-the-client.md': 'test/e2e/behaviour/client.e2e.spec.ts',
  'docs/how-to/webhook-endpoints.md': 'test/docs/documented-commands.int.spec.ts',
  'docs/operating.md': 'test/docs/operator-guides.int.spec.ts',
  'docs/reference/dialing-rules.md': 'test/docs/documented-commands.int.spec.ts',
  'docs/reference/versioning.md': 'test/docs/documented-commands.int.spec.ts',
  'packages/client/README.md': 'test/e2e/behaviour/client.e2e.spec.ts',
};

/** Pages whose code no test types, and why. */
const NOT_TYPED: Readonly<Record<string, string>> = {
  'CONTRIBUTING.md': 'builds the repository, as every run of the tests has done before',
  'docs/how-to/run-on-eventstoredb-and-mongodb.md': 'needs a real EventStoreDB, a real MongoDB and their shells',
  'docs/how-to/run-on-kubernetes.md': 'needs a cluster; test/deployment reads its secrets',
  'docs/reference/deployment.md': 'needs a container engine',
  'docs/testing/past-answers.md': 'runs for minutes; test/past-answers is run by its own specs',
  'docs/testing/simulation.md': 'runs for minutes; .ci/parts/simulation does',
  'examples/call-floor/README.md': 'runs for a minute; .ci/parts/call-floor runs what its first command runs',
};

/** Languages in which something can be run. */
const CODE = /^```(?:sh|js|ts|python|go|php|java)$/m;

const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((page) => page !== '' && !page.startsWith('test/') && existsSync(join(ROOT, page)))
  .filter((page) => CODE.test(readFileSync(join(ROOT, page), 'utf8')));

describe('code in the documentation', () => {
  it('is typed by a test, page by page, or is known not to be', () => {
    expect(pages).toEqual([...Object.keys(TYPED), ...Object.keys(NOT_TYPED)].sort());
  });

  it.each(Object.entries(TYPED))('of %s is typed by %s', (page, test) => {
    expect(readFileSync(join(ROOT, test), 'utf8')).toContain(page);
  });
});
