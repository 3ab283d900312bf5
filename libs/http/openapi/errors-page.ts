import { PROBLEMS } from '../problems.js';

/** The page to which every problem's `type` links: what each code means and how to react to it. */
export function errorsPage(): string {
  const sections = Object.entries(PROBLEMS).map(
    ([code, { status, title, meaning }]) =>
      `<section id="${code}"><h2><code>${code}</code> <small>${status}</small></h2><p><b>${escape(title)}.</b></p><p>${prose(meaning)}</p></section>`,
  );
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Errors</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<style>body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}',
    'small{color:#666}section:target{background:#fff6d6}</style></head><body><h1>Errors</h1>',
    '<p>A refusal is a problem document (RFC 9457, <code>application/problem+json</code>) with one of these codes. ',
    'Nothing was changed by a request that was refused; only of a write that was answered with ',
    '<a href="#internal"><code>internal</code></a> or <a href="#unavailable"><code>unavailable</code></a> nobody can be sure.</p>',
    ...sections,
    '</body></html>',
  ].join('');
}

function prose(text: string): string {
  return escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
