import { instant } from '#kernel';
import type { History, RequestRecord } from './world.js';

interface Line {
  readonly at: number;
  readonly text: string;
}

/** What happened in a world, one line each, in the order of time. */
export function tellStory(history: History): string {
  const { events, requests, incidents, received, appends } = history;
  const lines: Line[] = [
    ...incidents.map(({ at, what, process = '', detail = '' }) => ({ at, text: `${process} ${what} ${detail}` })),
    ...requests.map((request) => ({ at: request.askedAt, text: asked(request) })),
    ...requests.map((request) => ({ at: request.answeredAt, text: answered(request) })),
    ...appends.map(({ at, process, stream, from, to }) => {
      const types = events.slice(from, to).map(({ type, revision }) => `${type}@${revision}`);
      return { at, text: `${process} ⇒ ${stream}: ${types.join(', ')}` };
    }),
    ...received.map(({ at, deliveryId, answer }) => ({
      at,
      text: `webhook ${deliveryId} arrived: ${JSON.stringify(answer)}`,
    })),
  ];
  const told = lines.sort((a, b) => a.at - b.at).map(({ at, text }) => `${instant(at).slice(11, 23)} ${text.trim()}`);
  return [...told, ...history.faults, `hash ${history.hash}, ${history.steps} steps`].join('\n');
}

function asked({ number, client, process, method, path, idempotencyKey, body }: RequestRecord): string {
  const key = idempotencyKey === undefined ? '' : ` [${idempotencyKey}]`;
  return `#${number} ${client} → ${process} ${method} ${path}${key} ${short(body)}`;
}

function answered({ number, told }: RequestRecord): string {
  return told.kind === 'lost' ? `#${number} lost` : `#${number} ${told.status} ${short(told.body)}`;
}

/** A body is cut: batches are long. */
function short(body: unknown): string {
  const text = JSON.stringify(body) as string | undefined;
  return text === undefined ? '' : text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
