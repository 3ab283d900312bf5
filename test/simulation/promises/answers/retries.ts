import { isDeepStrictEqual } from 'node:util';
import type { History, RequestRecord } from '../../world.js';
import { type Asked, asking, codeOf, isDryRun, isSuccess } from './asked.js';

/** How long a key stands for its first request (IDEMPOTENCY_DAYS), in milliseconds. */
const RECORDS_LAST_MS = 7 * 86_400_000;

/**
 * Requests of one Idempotency-Key are one write: all that succeed are answered alike, and one of them at most is the
 * first.
 */
export function retriesAreOneWrite(all: readonly Asked[]): readonly string[] {
  const byKey = new Map<string, Asked[]>();
  for (const asked of all) {
    const { idempotencyKey, method } = asked.request;
    if (idempotencyKey === undefined || method === 'GET' || isDryRun(asked) || !isSuccess(asked.answer)) continue;
    const name = `${asked.workspaceId} ${idempotencyKey}`;
    byKey.set(name, [...(byKey.get(name) ?? []), asked]);
  }
  return [...byKey.values()].flatMap(([first, ...others]) => others.flatMap((asked) => ofRetry(first!, asked)));
}

function ofRetry(first: Asked, asked: Asked): readonly string[] {
  if (asked.request.answeredAt - first.request.askedAt >= RECORDS_LAST_MS) return [];
  const alike = isDeepStrictEqual(bodyOf(asked), bodyOf(first)) && asked.answer.status === first.answer.status;
  const twice = !asked.isReplay && !first.isReplay;
  return [
    ...(alike ? [] : [`${asking(asked)}: answered otherwise than ${asking(first)}`]),
    ...(twice ? [`${asking(asked)}: not said to be a replay of ${asking(first)}`] : []),
  ];
}

/** What is answered again: a secret is shown once. */
function bodyOf({ answer: { body } }: Asked): unknown {
  const isShown = typeof body === 'object' && body !== null && 'secret' in body;
  return isShown ? { ...body, secret: null } : body;
}

/** A key that stands for another request is refused only if there is one; one that is under way only if one is. */
export function keysAreRefusedForAReason(history: History, all: readonly Asked[]): readonly string[] {
  return all.flatMap((asked) => {
    const code = codeOf(asked.answer);
    if (code !== 'idempotency_key_reused' && code !== 'idempotency_in_progress') return [];
    const others = history.requests.filter((other) => isSameKey(asked.request, other));
    const right =
      code === 'idempotency_in_progress'
        ? others.some(({ askedAt }) => askedAt <= asked.request.answeredAt)
        : others.some((other) => other.askedAt <= asked.request.answeredAt && isOther(asked.request, other));
    return right ? [] : [`${asking(asked)}: no other request has this key`];
  });
}

const isSameKey = (a: RequestRecord, b: RequestRecord): boolean =>
  a !== b && a.idempotencyKey !== undefined && a.idempotencyKey === b.idempotencyKey;
const isOther = (a: RequestRecord, b: RequestRecord): boolean =>
  a.method !== b.method || a.path !== b.path || !isDeepStrictEqual(a.body, b.body);
