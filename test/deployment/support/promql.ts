/** A metric that an expression reads, with the labels by which it selects and groups that metric. */
export interface MetricUse {
  readonly metric: string;
  readonly labels: readonly string[];
}

/** Labels by which a part of an expression is grouped. */
interface Grouping {
  readonly labels: readonly string[];
  readonly begin: number;
  readonly end: number;
}

const WORDS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'inf', 'nan']);
const LABELS = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^()]*)\)\s*/g;

/**
 * The metrics that a PromQL expression reads. It knows what the alerts and dashboards of this repository use (labels to
 * group by stand before what is grouped), and takes any other name for a metric, so that nothing is passed over.
 */
export function metricsIn(expression: string): readonly MetricUse[] {
  const groupings: Grouping[] = [];
  const text = expression.replace(/"(?:\\.|[^"\\])*"|\[[^\]]*\]/g, blank);
  const bare = text.replace(LABELS, (all, labels: string, at: number) => {
    const begin = at + all.length;
    groupings.push({ labels: namesIn(labels), begin, end: endOfParentheses(text, begin) });
    return blank(all);
  });
  return [...bare.matchAll(/([a-zA-Z_:][\w:]*)\s*(?:\{([^}]*)\}|(\())?/g)].flatMap((match) => {
    const [, metric = '', matchers = '', call] = match;
    if (call !== undefined || WORDS.has(metric.toLowerCase())) return [];
    const grouped = groupings.filter(({ begin, end }) => begin <= match.index && match.index < end);
    return [{ metric, labels: [...namesIn(matchers), ...grouped.flatMap(({ labels }) => labels)] }];
  });
}

/** As long as the text, so that places stay where they are. */
function blank(text: string): string {
  return ' '.repeat(text.length);
}

/** Behind the parentheses that open at `begin`. */
function endOfParentheses(text: string, begin: number): number {
  let depth = 0;
  for (let at = begin; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/[a-zA-Z_]\w*/g)].map(([name]) => name);
}
