import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { ROOT } from '../../support/documentation.js';

/** A link of the site's sidebar. */
interface Item {
  readonly text: string;
  readonly link: string;
}

/** docs/.vitepress/pages.mjs says what each of these is. */
interface SitePages {
  readonly NO_PAGES: readonly string[];
  readonly NAMED_FILES: readonly string[];
  readonly SIDEBAR: readonly { readonly text: string; readonly items: readonly Item[] }[];
  readonly pageOf: (file: string) => string;
  readonly targetOf: (file: string, link: string) => string;
  readonly textFileOf: (file: string) => string;
  readonly slugOf: (heading: string) => string;
}

const MODULE = pathToFileURL(join(ROOT, 'docs', '.vitepress', 'pages.mjs')).href;

export const { NO_PAGES, NAMED_FILES, SIDEBAR, pageOf, targetOf, textFileOf, slugOf } = (await import(
  MODULE
)) as SitePages;
