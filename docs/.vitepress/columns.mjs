// Tables for narrow windows. A column of sentences gets a class: a browser would give it the width of its longest word.
// A path may be broken at its slashes: the longest one would take the width of the table.

/** Letters. A column with a longer cell is one of sentences: it takes two lines of a phone at least. */
const SENTENCE = 45;

/** A plugin of markdown-it. */
export function columns(markdown) {
  markdown.core.ruler.push('columns', ({ tokens, Token }) => {
    for (const cells of tables(tokens)) {
      const wide = new Set(cells.filter(({ text }) => lengthOf(text) > SENTENCE).map(({ column }) => column));
      for (const { token, column, text } of cells) {
        if (wide.has(column)) token.attrJoin('class', 'sentences');
        text.children = text.children.flatMap((child) => broken(child, Token));
      }
    }
  });
}

/** The cells of each table below its header, each with its column. */
function tables(tokens) {
  const found = [];
  let column = 0;
  tokens.forEach((token, at) => {
    if (token.type === 'table_open') found.push([]);
    if (token.type === 'tr_open') column = 0;
    if (token.type === 'td_open') found.at(-1).push({ token, column, text: tokens[at + 1] });
    if (token.type === 'td_close' || token.type === 'th_close') column += 1;
  });
  return found;
}

/** The letters of the texts and the code in a cell; an address behind a link is not read. */
function lengthOf({ children }) {
  return children.reduce((sum, { content }) => sum + content.length, 0);
}

/** A text with a place to break it, in front of each slash inside of a path. */
function broken(child, Token) {
  if (child.type !== 'text') return [child];
  return child.content.split(/(?<=[\w}])(?=\/[\w{])/).flatMap((part, place) => {
    const text = new Token('text', '', 0);
    text.content = part;
    const breaks = new Token('html_inline', '', 0);
    breaks.content = '<wbr>';
    return place === 0 ? [text] : [breaks, text];
  });
}
