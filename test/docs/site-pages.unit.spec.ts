import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/documentation.js';
import { NAMED_FILES, NO_PAGES, pageOf, SIDEBAR, slugOf, targetOf, textFileOf } from './support/site-pages.js';

/** Every Markdown file of the repository that is a page; in a working copy also those that are not committed yet. */
const pages = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)))
  .filter((file) => !NO_PAGES.some((pattern) => file.startsWith(pattern.replace('**', ''))));

describe('the sidebar of the documentation site', () => {
  it('names every Markdown file of the repository, once', () => {
    expect(pages.length).toBeGreaterThan(90);
    const named = NAMED_FILES.filter((file) => file.endsWith('.md'));
    expect([...named].sort()).toEqual(pages.sort());
  });

  it('names no file that does not exist', () => {
    expect(NAMED_FILES.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('lists the decisions in their order, by their titles', () => {
    const decisions = SIDEBAR.find(({ text }) => text === 'Architecture decisions')!.items.slice(2);
    expect(decisions[0]).toEqual({
      text: expect.stringMatching(/^0001: .+/),
      link: '/adr/0001-one-stream-a-workspace.html',
    });
    const numbers = decisions.map(({ text }) => text.slice(0, 4));
    expect(numbers).toEqual([...numbers].sort());
  });
});

describe('a page of the documentation site', () => {
  it.each([
    ['README.md', 'index.md'],
    ['docs/README.md', 'overview.md'],
    ['CHANGELOG.md', 'changelog.md'],
    ['docs/how-to/audit.md', 'how-to/audit.md'],
    ['docs/adr/README.md', 'adr/index.md'],
    ['packages/client/README.md', 'packages/client/index.md'],
    ['test/contract/eventstoredb/FACTS.md', 'test/contract/eventstoredb/FACTS.md'],
  ])('%s is %s', (file, page) => {
    expect(pageOf(file)).toBe(page);
  });

  it('is made of one file, and so is a text, whatever the case of its letters', () => {
    for (const nameOf of [pageOf, textFileOf]) expect(new Set(pages.map(nameOf)).size).toBe(pages.length);
    expect(new Set(pages.map((file) => pageOf(file).toLowerCase())).size).toBe(pages.length);
  });
});

describe('a link of a page', () => {
  it.each([
    ['docs/how-to/audit.md', '../reference/events.md', 'docs/reference/events.md'],
    ['docs/README.md', '../.env.example', '.env.example'],
    ['README.md', 'docs/adr/README.md', 'docs/adr/README.md'],
    ['docs/adr/README.md', 'TEMPLATE.md', 'docs/adr/TEMPLATE.md'],
  ])('of %s, %s, leads to %s', (file, link, target) => {
    expect(targetOf(file, link)).toBe(target);
  });

  it('to a file that is no page leads to a text that no server hides as a dot file', () => {
    expect(textFileOf('.env.example')).toBe('files/env.example.txt');
    expect(textFileOf('deploy/prometheus/alerts.yaml')).toBe('files/deploy/prometheus/alerts.yaml.txt');
  });

  it('to a heading has the anchor that git hosts give it', () => {
    expect(slugOf('When the process ends by itself')).toBe('when-the-process-ends-by-itself');
    expect(slugOf('`GET /events`: what happened?')).toBe('get-events-what-happened');
  });
});
