// Diagrams in Mermaid's notation, drawn when the site is built: the browser gets an SVG and no script for it.
import { renderMermaidSVG } from 'beautiful-mermaid';

/** The colours are those of VitePress's theme: they change with dark mode. */
const LOOK = { bg: 'var(--vp-c-bg)', fg: 'var(--vp-c-text-1)', transparent: true, padding: 8 };

/** A plugin of markdown-it: a code block in the language `mermaid` becomes its picture. */
export function diagrams(markdown) {
  const { fence } = markdown.renderer.rules;
  markdown.renderer.rules.fence = (tokens, at, ...more) => {
    const { info, content } = tokens[at];
    return info.trim() === 'mermaid'
      ? `<div class="diagram" v-pre>${drawn(content)}</div>`
      : fence(tokens, at, ...more);
  };
}

/** Pixels, the width of VitePress's column. A picture is not drawn smaller: it scrolls where there is less room. */
const SMALLEST = 688;

/**
 * The picture, from top to bottom where it is narrower that way, without its <style>: Vue leaves that out of templates,
 * and it would fetch a font from another host. theme/style.css has its rules.
 */
function drawn(content) {
  const [picture] = [content, content.replace(/^flowchart LR$/m, 'flowchart TB')]
    .map((text) => renderMermaidSVG(text, LOOK))
    .sort((one, another) => widthOf(one) - widthOf(another));
  const width = Math.min(widthOf(picture), SMALLEST);
  return picture.replace(/<style>[\s\S]*?<\/style>/, '').replace('style="', `style="min-width:${width}px;`);
}

function widthOf(picture) {
  return Number(/ width="([\d.]+)"/.exec(picture)[1]);
}
