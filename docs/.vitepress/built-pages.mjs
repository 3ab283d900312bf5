// What is done with the built pages: scripts out of the HTML, and a check of every link.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BASE, ROOT, textFileOf } from './pages.mjs';

/**
 * Moves the inline scripts of a page into files, named after what is in them: the service's Content-Security-Policy
 * allows scripts of its own origin, and no inline ones (libs/http/security-headers.ts).
 * @param outDir the folder of the site
 */
export function withoutInlineScripts(html, outDir) {
  return html.replace(/<script((?: id="[\w-]+")?)>([\s\S]*?)<\/script>/g, (_script, id, code) => {
    const name = `assets/inline.${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
    const file = join(outDir, name);
    mkdirSync(dirname(file), { recursive: true });
    if (!existsSync(file)) writeFileSync(file, code);
    return `<script${id} src="${BASE}${name}"></script>`;
  });
}

/** Copies the files of the repository that pages link to as text. */
export function copyTexts(texts, outDir) {
  for (const text of texts) {
    const copy = join(outDir, textFileOf(text));
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, readFileSync(join(ROOT, text)));
  }
}

/**
 * Checks every link of every built page, with its anchor, and every script, style and picture.
 * @throws an error that names each one that leads nowhere, and each that leaves the site without being a link
 */
export function checkLinks(outDir) {
  const pages = readdirSync(outDir, { recursive: true })
    .filter((name) => name.endsWith('.html'))
    .map((name) => ({ name, html: readFileSync(join(outDir, name), 'utf8') }));
  const anchors = new Map(pages.map(({ name, html }) => [name, anchorsOf(html)]));
  const faults = pages.flatMap(({ name, html }) =>
    linksOf(html).flatMap(({ tag, link }) => {
      const fault = faultOf(new URL(link, `http://site${BASE}${name}`), { tag, outDir, anchors });
      return fault === undefined ? [] : [`${name}: ${link} ${fault}`];
    }),
  );
  if (faults.length > 0) throw new Error(`Links of the site that lead nowhere:\n${faults.join('\n')}`);
}

function anchorsOf(html) {
  return new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => unescaped(id)));
}

function linksOf(html) {
  return [...html.matchAll(/<(\w+)\b[^>]*? (?:href|src)="([^"]*)"/g)].map(([, tag, link]) => ({
    tag,
    link: unescaped(link),
  }));
}

function unescaped(text) {
  return text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}

/** What the service makes of its code, beside the site. */
const OF_THE_SERVICE = ['/docs/', '/docs/errors/'];

function faultOf({ origin, protocol, pathname, hash }, { tag, outDir, anchors }) {
  if (protocol === 'data:') return undefined;
  if (origin !== 'http://site') return tag === 'a' ? undefined : 'is fetched from another host';
  if (OF_THE_SERVICE.includes(pathname)) return undefined;
  if (!pathname.startsWith(BASE)) return 'leads out of the site';
  const path = decodeURI(pathname.slice(BASE.length)).replace(/(^|\/)$/, '$1index.html');
  if (!existsSync(join(outDir, path))) return 'leads to no file';
  const anchor = decodeURIComponent(hash.slice(1));
  return anchor === '' || anchors.get(path)?.has(anchor) ? undefined : 'leads to no heading';
}
