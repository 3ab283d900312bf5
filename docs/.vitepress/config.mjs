// The documentation site: VitePress over the Markdown of the repository, as it is
// (docs/adr/0060-the-documentation-is-a-site-made-of-these-files.md). `npm run docs` builds it.
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { checkLinks, copyTexts, withoutInlineScripts } from './built-pages.mjs';
import { columns } from './columns.mjs';
import { diagrams } from './diagrams.mjs';
import { BASE, NAMED_FILES, NAV, NO_PAGES, pageOf, ROOT, SIDEBAR, slugOf } from './pages.mjs';
import { repositoryLinks } from './repository-links.mjs';

/** What the browsers of the last three years run; older ones would need code that esbuild does not write. */
const TARGET = 'es2022';

/** Linked files of the repository that are no pages. */
const texts = new Set(NAMED_FILES.filter((file) => !file.endsWith('.md')));

export default defineConfig({
  title: 'Smart Lists',
  description: 'Smart lists, phone-system outcomes and a dialing scheduler: how to use and to operate the service.',
  lang: 'en',
  base: BASE,
  srcDir: ROOT,
  // One page after another: two builds of the same files are the same, also in the index of the search.
  buildConcurrency: 1,
  srcExclude: NO_PAGES,
  rewrites: pageOf,
  outDir: join(ROOT, 'dist', 'docs-site'),
  cacheDir: join(ROOT, 'dist', '.vitepress-cache'),
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${BASE}favicon.svg` }]],
  markdown: {
    anchor: { slugify: slugOf },
    // Git hosts show braces and colons as they are: `/contacts/{contactId}` is no attribute, `:x:` no picture.
    attrs: { disable: true },
    config: (markdown) => {
      markdown.disable('emoji');
      markdown.use(repositoryLinks, { texts });
      markdown.use(diagrams);
      markdown.use(columns);
    },
  },
  themeConfig: {
    nav: NAV,
    sidebar: SIDEBAR,
    outline: [2, 3],
    externalLinkIcon: true,
    search: { provider: 'local' },
  },
  vite: {
    publicDir: join(ROOT, 'docs', '.vitepress', 'public'),
    build: { target: TARGET, chunkSizeWarningLimit: 2_000 },
    optimizeDeps: { esbuildOptions: { target: TARGET } },
  },
  transformHtml: (html, _file, { siteConfig }) => withoutInlineScripts(html, siteConfig.outDir),
  buildEnd: ({ outDir }) => {
    copyTexts(texts, outDir);
    checkLinks(outDir);
  },
});
