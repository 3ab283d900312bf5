/**
 * Phrases that name no number, no person and no thing, so that a comment with one of them is understood only by its
 * author: write the number, the receiver, the row or the poll instead (CONTRIBUTING.md).
 */
const VAGUE_WORDS = [
  ...['so many', 'so much', 'as many', 'of how many', 'several of those', 'others'],
  ...['somebody', 'everybody', 'whoever', 'whomever'],
  ...['what is there', 'looked at', 'goes on', 'go on', 'going on'],
];
/** Between two words of a phrase a comment may break the line, and begin the next one with an asterisk or slashes. */
const PATTERN = new RegExp(`\\b(${VAGUE_WORDS.join('|').replaceAll(' ', '\\s+(?:(?:\\*|//)\\s+)?')})\\b`, 'giu');

/** Refuses vague words in comments. */
const vagueWords = {
  meta: {
    type: 'suggestion',
    docs: { description: 'Comments name their subject.' },
    schema: [],
    messages: { vague: 'Name what "{{words}}" stands for.' },
  },
  create({ sourceCode, report }) {
    return {
      Program() {
        const ranges = sourceCode.getAllComments().map(({ range }) => range);
        for (const { 0: words, index: start } of sourceCode.text.matchAll(PATTERN)) {
          const end = start + words.length;
          if (!ranges.some(([from, to]) => from <= start && start < to)) continue;
          report({
            loc: { start: sourceCode.getLocFromIndex(start), end: sourceCode.getLocFromIndex(end) },
            messageId: 'vague',
            data: { words: words.replace(/\s+(?:(?:\*|\/\/)\s+)?/gu, ' ') },
          });
        }
      },
    };
  },
};

export const comments = { rules: { 'vague-words': vagueWords } };
