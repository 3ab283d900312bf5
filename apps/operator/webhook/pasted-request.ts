import type { ReceivedHeaders } from '#webhooks/receiving';

/** A request that an operator pasted: headers and the raw body behind them. */
export interface PastedRequest {
  readonly headers: ReceivedHeaders;
  readonly body: Buffer;
}

const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/**
 * Reads a request as tools show it: perhaps a request line, headers line by line, an empty line, and the body, whose
 * bytes are kept unchanged. With `body` given, the text is headers only. Repeated headers are joined by commas.
 * @returns the request, or what is wrong with it, as a sentence
 */
export function readPasted(text: Buffer, body?: Buffer): PastedRequest | string {
  const end = body ? text.length : endOfHeaders(text);
  if (end === undefined) return 'There is no empty line between headers and body.';
  const lines = text.toString('utf8', 0, end).split(/\r?\n/);
  if (/^[A-Z]+ \S+ HTTP\/[0-9.]+$/.test(lines[0]!)) lines.shift();
  const headers: Record<string, string> = {};
  for (const line of lines.filter((one) => one.trim() !== '')) {
    const [, name, value] = HEADER.exec(line.trimStart()) ?? [];
    if (name === undefined || value === undefined) return `This is no header: ${JSON.stringify(line.slice(0, 60))}.`;
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  return { headers, body: body ?? text.subarray(behindEmptyLine(text, end)) };
}

/** Where the first empty line begins. */
function endOfHeaders(text: Buffer): number | undefined {
  for (let at = text.indexOf(NEWLINE); at >= 0; at = text.indexOf(NEWLINE, at + 1)) {
    if (text[at + 1] === NEWLINE || (text[at + 1] === RETURN && text[at + 2] === NEWLINE)) return at + 1;
  }
  return undefined;
}

function behindEmptyLine(text: Buffer, end: number): number {
  return text.indexOf(NEWLINE, end) + 1;
}
