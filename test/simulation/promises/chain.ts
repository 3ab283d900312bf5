import { createHash } from 'node:crypto';
import type { Judge } from '../world.js';

/** Metadata as their writer had them, and the chain behind them. */
const CHAIN = /^(\{.*),"chain":(\{"events":\d+,"link":"[\w-]{43}"\})\}$/;

/**
 * The last event of each append bears the hash of the append and of the link before it in its stream, and no other
 * event bears one (docs/adr/0046-appends-are-chained.md).
 */
export const appendsAreChained: Judge = ({ stored, appends }) => {
  const links = new Map<string, string>();
  return appends.flatMap(({ from, to, stream }) => {
    const events = stored.slice(from, to);
    const [first, last] = [events[0]!, events.at(-1)!];
    const [, metadata, chain] = CHAIN.exec(last.metadata) ?? [];
    if (metadata === undefined) return [`${stream}@${last.revision}: its append has no link`];
    const texts = events.flatMap((event) => [event.id, event.type, event.data, event.metadata]);
    texts[texts.length - 1] = `${metadata}}`;
    const lines = [links.get(stream) ?? '', stream, String(first.revision), ...texts].map((text) => `${text}\n`);
    const link = createHash('sha256').update(lines.join('')).digest('base64url');
    links.set(stream, link);
    const isBorneBefore = events.slice(0, -1).some((event) => CHAIN.test(event.metadata));
    const fits = !isBorneBefore && chain === JSON.stringify({ events: events.length, link });
    return fits ? [] : [`${stream}@${last.revision}: ${chain} is not the chain of its append`];
  });
};
