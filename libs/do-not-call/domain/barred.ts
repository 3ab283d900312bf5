import type { WorkspaceView } from '#kernel';
import type { Bar } from '#eligibility';
import { WORKSPACES } from '#workspaces/domain';
import { barOf, DO_NOT_CALL } from './entry.js';
import { numberHash } from './number-hash.js';

/** The key of the numbers of a workspace; null: its register was never used. */
export function numberKeyOf(view: WorkspaceView): string | null {
  return view.resident(WORKSPACES).get(view.workspaceId)?.number_key ?? null;
}

/**
 * The bars of the numbers among these that have an entry which counts now. One interruption for all of them, and none
 * in a workspace that never used its register.
 * @param phones E.164; '' of erased contacts is in no register
 */
export function barsOfPhones(view: WorkspaceView, phones: Iterable<string>): ReadonlyMap<string, Bar> {
  const key = numberKeyOf(view);
  if (key === null) return NONE;
  const numbers = [...new Set(phones)].filter((phone) => phone !== '');
  if (numbers.length === 0) return NONE;
  const rows = view.rows(
    DO_NOT_CALL,
    numbers.map((phone) => [view.workspaceId, numberHash(key, phone)]),
  );
  const bars = new Map<string, Bar>();
  numbers.forEach((phone, at) => {
    const bar = barOf(rows[at], view.now);
    if (bar) bars.set(phone, bar);
  });
  return bars;
}

const NONE: ReadonlyMap<string, Bar> = new Map();
