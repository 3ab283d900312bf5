// Links between files of the repository, made those of the site: pages have other paths there, other files are texts.
import { existsSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pageOf, ROOT, targetOf, textFileOf } from './pages.mjs';

/** Whether a link leads to a file of the repository. */
const isOfRepository = (link) => link !== '' && !/^[a-z][a-z+.-]*:|^[#/]/i.test(link);

/**
 * A plugin of markdown-it.
 * @param texts a set, to which the files that are no pages and are linked from one are added
 * @throws an error that names the page and the link where a link leads to no file
 */
export function repositoryLinks(markdown, { texts }) {
  markdown.core.ruler.push('repository-links', ({ tokens, env }) => {
    const file = relative(ROOT, env.realPath ?? env.path);
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const link = token.type === 'link_open' ? token.attrGet('href') : '';
      if (isOfRepository(link)) token.attrSet('href', linkOnSite(file, link, texts));
    }
  });
}

function linkOnSite(file, link, texts) {
  const [path, anchor] = link.split('#');
  const target = targetOf(file, path);
  const there = join(ROOT, target);
  if (!existsSync(there) || !statSync(there).isFile()) throw new Error(`${file}: ${link} leads to no file`);
  if (target.endsWith('.md')) return `/${pageOf(target)}${anchor === undefined ? '' : `#${anchor}`}`;
  texts.add(target);
  return `/${textFileOf(target)}`;
}
