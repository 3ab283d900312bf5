import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../support/documentation.js';

/** A link as a token of markdown-it. */
interface LinkToken {
  readonly type: 'link_open';
  attrGet(name: 'href'): string;
  attrSet(name: 'href', value: string): void;
}

type CoreRule = (state: {
  readonly tokens: readonly { readonly children: readonly LinkToken[] }[];
  readonly env: { readonly realPath: string };
}) => void;

interface Plugin {
  readonly core: { readonly ruler: { push(name: string, rule: CoreRule): void } };
}

const load = async (name: string): Promise<unknown> =>
  import(pathToFileURL(join(ROOT, 'docs', '.vitepress', name)).href);
const { checkLinks, withoutInlineScripts } = (await load('built-pages.mjs')) as {
  readonly checkLinks: (outDir: string) => void;
  readonly withoutInlineScripts: (html: string, outDir: string) => string;
};
const { repositoryLinks } = (await load('repository-links.mjs')) as {
  readonly repositoryLinks: (markdown: Plugin, options: { readonly texts: Set<string> }) => void;
};

describe('a link of a file of the repository', () => {
  /** What becomes of a link in a file, and the texts that it adds to the site. */
  function onSite(file: string, href: string): { readonly link: string; readonly texts: readonly string[] } {
    const texts = new Set<string>();
    let link = href;
    const token: LinkToken = { type: 'link_open', attrGet: () => link, attrSet: (_, value) => (link = value) };
    const push = (_name: string, rule: CoreRule): void =>
      rule({ tokens: [{ children: [token] }], env: { realPath: join(ROOT, file) } });
    repositoryLinks({ core: { ruler: { push } } }, { texts });
    return { link, texts: [...texts] };
  }

  it.each([
    ['README.md', 'docs/how-to/audit.md', '/how-to/audit.md'],
    ['docs/README.md', '../CONTRIBUTING.md', '/contributing.md'],
    ['docs/reference/deployment.md', '../how-to/audit.md#one', '/how-to/audit.md#one'],
    ['docs/README.md', '#one', '#one'],
    ['docs/README.md', 'https://example.com/a.md', 'https://example.com/a.md'],
  ])('in %s, %s, is %s on the site', (file, href, link) => {
    expect(onSite(file, href)).toEqual({ link, texts: [] });
  });

  it('to a file that is no page puts its text on the site', () => {
    expect(onSite('docs/README.md', '../.env.example')).toEqual({
      link: '/files/env.example.txt',
      texts: ['.env.example'],
    });
  });

  it.each(['none.md', '../libs', '../libs/none.ts'])('to %s, which is no file, fails the build by its name', (href) => {
    expect(() => onSite('docs/README.md', href)).toThrow(`docs/README.md: ${href} leads to no file`);
  });
});

describe('the built pages', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'smart-lists-site-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  function build(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, name)), { recursive: true });
      writeFileSync(join(directory, name), text);
    }
  }

  it('are whole where every link leads to a file, a heading, the service or another host', () => {
    build({
      'index.html': [
        '<a href="/docs/guide/how-to/#two-words">',
        '<a href="#here"><h2 id="here">',
        '<a href="/docs/guide/../">',
        '<a href="https://example.com/none">',
        '<img src="data:image/svg+xml,x"><script src="/docs/guide/assets/app.js"></script>',
      ].join(''),
      'how-to/index.html': '<h2 id="two-words"><a href="../">',
      'assets/app.js': '',
    });
    expect(() => checkLinks(directory)).not.toThrow();
  });

  it.each([
    ['<a href="/docs/guide/none.html">', '/docs/guide/none.html leads to no file'],
    ['<a href="#none">', '#none leads to no heading'],
    ['<a href="other.html#none">', 'other.html#none leads to no heading'],
    ['<a class="x" href="/elsewhere">', '/elsewhere leads out of the site'],
    ['<script src="https://cdn.example/x.js"></script>', 'https://cdn.example/x.js is fetched from another host'],
    ['<link rel="stylesheet" href="//fonts.example/x">', '//fonts.example/x is fetched from another host'],
    ['<img alt="" src="https://img.example/x.png">', 'https://img.example/x.png is fetched from another host'],
  ])('fail the build by the name of page and link: %s', (html, fault) => {
    build({ 'index.html': html, 'other.html': '<h2 id="one">' });
    expect(() => checkLinks(directory)).toThrow(`index.html: ${fault}`);
  });

  it('have their inline scripts in files, one for each text, in their places', () => {
    const page = '<script id="dark">one()</script><script>two()</script><script type="module" src="/a.js"></script>';
    const html = withoutInlineScripts(page, directory);
    expect(withoutInlineScripts(page, directory)).toBe(html);
    const sources = [...html.matchAll(/src="\/docs\/guide\/([^"]+)"/g)].map(([, name]) => name!);
    expect(sources.map((name) => readFileSync(join(directory, name), 'utf8'))).toEqual(['one()', 'two()']);
    expect(readdirSync(join(directory, 'assets'))).toHaveLength(2);
    expect(html).toMatch(
      /^<script id="dark" src="[^"]+"><\/script><script src="[^"]+"><\/script><script type="module"/,
    );
    expect(existsSync(join(directory, 'a.js'))).toBe(false);
  });
});
