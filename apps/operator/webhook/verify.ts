import { checkSignatures, sentAt, type SignatureCheck } from '#webhooks/receiving';
import type { PastedRequest } from './pasted-request.js';

/** The result of checking a delivery; as JSON with --json. */
export interface Verdict {
  /** Both signatures hold, and its age is within the tolerance. */
  readonly ok: boolean;
  readonly delivery_id: string | null;
  /** When the attempt was made, by its webhook-timestamp. */
  readonly sent_at: string | null;
  readonly age_seconds: number | null;
  readonly body_bytes: number;
  /** A line break at the end came from pasting and not from the body: without it the signatures are valid. */
  readonly line_break_left_out: boolean;
  readonly checks: readonly (Omit<SignatureCheck, 'by'> & { /** Counted from 1. */ readonly secret: number | null })[];
  /** Further problems, as sentences. */
  readonly problems: readonly string[];
}

export interface VerifyOptions {
  readonly secrets: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Seconds; undefined: deliveries of any age. */
  readonly tolerance?: number | undefined;
}

/** Checks a pasted delivery against secrets, offline. */
export function verify({ headers, body }: PastedRequest, { secrets, now, tolerance }: VerifyOptions): Verdict {
  const whole = checkSignatures(headers, body, secrets);
  const trimmed = body.subarray(0, body.length - lineBreakAtEnd(body));
  const without = trimmed.length < body.length ? checkSignatures(headers, trimmed, secrets) : whole;
  const leftOut = !whole.some(({ holds }) => holds) && without.some(({ holds }) => holds);
  const checks = leftOut ? without : whole;
  const sent = sentAt(headers);
  const age = sent === undefined ? null : Math.round((now - sent) / 1_000);
  const tooFar = tolerance !== undefined && age !== null && Math.abs(age) > tolerance;
  const problems = [
    ...(tooFar ? [`It was sent ${ago(age)}; the tolerance is ${tolerance} seconds.`] : []),
    ...differingIds(headers),
  ];
  return {
    ok: problems.length === 0 && checks.every(({ holds }) => holds),
    delivery_id: headers['webhook-id'] ?? headers['x-service-delivery-id'] ?? null,
    sent_at: sent === undefined ? null : new Date(sent).toISOString(),
    age_seconds: age,
    body_bytes: (leftOut ? trimmed : body).length,
    line_break_left_out: leftOut,
    checks: checks.map(({ by, ...check }) => ({ ...check, secret: by === null ? null : by + 1 })),
    problems,
  };
}

function lineBreakAtEnd(body: Buffer): number {
  if (body.at(-1) !== 0x0a) return 0;
  return body.at(-2) === 0x0d ? 2 : 1;
}

function differingIds(headers: PastedRequest['headers']): string[] {
  const [standard, own] = [headers['webhook-id'], headers['x-service-delivery-id']];
  return standard !== undefined && own !== undefined && standard !== own
    ? [`webhook-id and X-Service-Delivery-Id differ: ${standard}, ${own}.`]
    : [];
}

/** The verdict for people, line by line. */
export function inWords(verdict: Verdict): string {
  const { delivery_id, sent_at, age_seconds, body_bytes, line_break_left_out, checks, problems } = verdict;
  return [
    `delivery             ${delivery_id ?? 'without an id'}`,
    `sent                 ${sent_at === null ? 'at no known time' : `${sent_at} (${ago(age_seconds!)})`}`,
    `body                 ${body_bytes} bytes${line_break_left_out ? ', the line break at its end left out' : ''}`,
    ...checks.map(
      ({ header, holds, secret, problem }) =>
        `${header.padEnd(20)} ${holds ? `holds by secret ${secret}` : `DOES NOT HOLD: ${problem}`}`,
    ),
    ...problems,
  ].join('\n');
}

function ago(seconds: number): string {
  return seconds < 0 ? `${-seconds} seconds ahead of this clock` : `${seconds} seconds ago`;
}
