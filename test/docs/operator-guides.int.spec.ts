import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createDeployment } from '../support/deployments/create-deployment.js';
import { type Deployment, temporaryDirectory } from '../support/deployments/deployment.js';
import { ADMIN_TOKEN, type Service, startService } from '../support/service.js';
import { TestWorkspace } from '../support/workspace.js';
import { describeWithBash, linesOf, Terminal, type Typed } from './support/typed-commands.js';

/*
 * Goal: the commands of the operators' pages can be typed as they are printed, in their order, and end well.
 * Method: each line with `npx smartlists` is run by bash beside one service with data, page after page. Replaced are
 * the address of the service and the directory of the backups.
 */

const PAGES = [
  'docs/operating.md',
  'docs/how-to/rebuild-the-rows.md',
  'docs/how-to/skip-an-event.md',
  'docs/how-to/backup-and-restore.md',
];
const RUN_MS = 120_000;

describeWithBash('the commands of the guides for operators', () => {
  const directory = temporaryDirectory();
  let deployment: Deployment;
  let service: Service;
  let terminal: Terminal;
  const typed: (Typed & { readonly line: string })[] = [];

  beforeAll(async () => {
    deployment = await createDeployment('embedded');
    service = await startService({ deployment });
    await (await TestWorkspace.make(service)).contacts(3);
    mkdirSync(join(directory, 'backups'));
    terminal = new Terminal(directory, { ...deployment.env, ADMIN_TOKEN });
    for (const page of PAGES) {
      for (const line of (await linesOf(page)).filter((each) => each.includes('npx smartlists'))) {
        typed.push({ line, ...(await terminal.type(replaced(line, service))) });
      }
    }
  }, RUN_MS);
  afterAll(async () => {
    await service.stop();
    await deployment.remove();
    rmSync(directory, { recursive: true });
  });

  const outputsOf = (words: string): readonly string[] =>
    typed.filter(({ line }) => line.includes(words)).map(({ out }) => out);

  it('all end well', () => {
    expect(typed.length).toBeGreaterThan(12);
    expect(typed.filter(({ code }) => code !== 0)).toEqual([]);
  });

  it('find nothing parked or held back, a log that is whole, and rows that are what it says', () => {
    expect(JSON.parse(outputsOf('--kind webhook_deliveries --json')[0]!)).toMatchObject({ parked_items: [] });
    expect(outputsOf('log verify')[0]).toMatch(/all of them fit\.\nDigest \d+:\S+\n$/);
    expect(outputsOf('projections verify')[0]).toMatch(/^\d+ rows are what a fresh fold of the log comes to\.\n$/);
  });

  it('rebuild the rows, also by force, and go back', () => {
    expect(outputsOf('projections rebuild')).toHaveLength(2);
    for (const out of [...outputsOf('projections rebuild'), ...outputsOf('projections back')]) {
      expect(out).toMatch(/served/);
    }
  });

  it(
    'restore a data directory that is the log of the service',
    async () => {
      const restored = new Terminal(join(directory, 'restored'), { DATA_DIR: join(directory, 'restored') });
      const { code, out } = await restored.type('npx smartlists log verify');
      expect([code, out]).toEqual([0, outputsOf('log verify')[0]]);
    },
    RUN_MS,
  );
});

/** A line of a page for this service and this directory. */
function replaced(line: string, { port }: Service): string {
  return line
    .replace(/npx smartlists (projections (?:list|held|rebuild|back)|parked \w+)/, `$& --url http://127.0.0.1:${port}`)
    .replace('/backups/', './backups/');
}
