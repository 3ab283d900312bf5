import { atMost, type Sleep } from './real-time.js';

/**
 * The holder of a lease. `beats` grows with every beat, so that a holder that has stopped can be told from one that
 * runs.
 */
export interface Lease {
  /** Empty once the lease was released. */
  readonly owner: string;
  readonly beats: number;
}

/** The storage of leases: each call is one atomic step. May throw ReadModelUnavailableError. */
export interface LeaseRecords {
  /** Undefined for a name that no process has held yet. */
  find(name: string): Promise<Lease | undefined>;
  /** Replaces exactly `seen` (undefined: no record) by `next`. False if the record was another one. */
  exchange(name: string, seen: Lease | undefined, next: Lease): Promise<boolean>;
}

export interface LeaseOptions {
  readonly records: LeaseRecords;
  readonly name: string;
  /** Identifies this process among all that ever ran. */
  readonly owner: string;
  readonly sleep: Sleep;
  /**
   * Whether this process may hold the lease now; asked at each poll and each beat. While it may not, it takes no lease
   * and releases the one it holds. Default: always.
   */
  readonly mayHold?: () => boolean;
  /**
   * Whether the process of an owner has certainly ended: its lease is taken at the first poll then. False wherever that
   * cannot be known. Default: never.
   */
  readonly isGone?: (owner: string) => boolean;
}

/** Milliseconds between two beats of the holder, and between two polls of each process that waits. */
export const BEAT_MS = 1_000;
/** Polls without a beat after which a lease is taken over: a holder may be late by 8 s. */
export const PATIENCE = 8;
/**
 * Milliseconds that a stop waits until its lease is released. Releasing only spares the next holder the wait for
 * missing beats.
 */
export const GIVE_BACK_MS = 1_000;

/**
 * Runs `work` while this process holds the lease, repeatedly, until the signal aborts. The owner's signal aborts when
 * the lease is lost. No clocks are compared: a process that waits counts its own polls during which the holder's beats
 * do not grow. A paused holder may overlap with its successor for a moment: work under a lease must tolerate that
 * (docs/reference/consistency.md#projections, docs/reference/consistency.md#workers). The lease only keeps two
 * processes from doing the same work all the time.
 *
 *     waiting ── `mayHold`, and no record, released, `isGone` or PATIENCE polls without a beat ──▶ holding (`work`)
 *     waiting ── the records are unavailable ──▶ waiting; polls are counted anew
 *     holding ── a beat finds another owner ──▶ `work` is aborted; waiting
 *     holding ── `mayHold` is false ──▶ `work` is aborted, the lease released; waiting
 *     holding ── `work` ends ──▶ the lease is released; waiting, or ended by the error that `work` threw
 *     any ────── the signal aborts ──▶ the lease is released if held; ended
 *
 * @throws the error of `work`; the lease is released first
 * @see docs/adr/0011-turns-by-signs-of-life.md
 */
export async function whileLeased(
  options: LeaseOptions,
  signal: AbortSignal,
  work: (owner: AbortSignal) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const lease = await acquire(options, signal);
    if (!lease) return;
    await workUnder(options, lease, signal, work);
    // Work that ends at once each time must not keep the lease in this process: a pause gives other processes their
    // turn.
    await options.sleep(BEAT_MS, signal);
  }
}

/** Waits until this process holds the lease. Undefined: the signal aborted first. */
async function acquire(options: LeaseOptions, signal: AbortSignal): Promise<Lease | undefined> {
  const { records, name, owner, sleep, mayHold = () => true, isGone = () => false } = options;
  let seen: Lease | undefined;
  let still = 0;
  while (!signal.aborted) {
    try {
      const found = await records.find(name);
      if (found?.owner === owner) {
        // This process took it: the answer was lost.
        if (mayHold()) return found;
        // An earlier release failed: until it succeeds, other processes wait for a holder that does no work.
        await giveBack(options, found);
      }
      const same = found !== undefined && found.owner === seen?.owner && found.beats === seen.beats;
      still = same ? still + 1 : 0;
      seen = found;
      const isFree = found === undefined || found.owner === '' || still >= PATIENCE || isGone(found.owner);
      if (isFree && mayHold()) {
        const next = { owner, beats: (found?.beats ?? 0) + 1 };
        if (await records.exchange(name, found, next)) return next;
        still = 0;
      }
    } catch {
      // The records are unavailable: the polls counted meanwhile say nothing about the holder.
      still = 0;
    }
    await sleep(BEAT_MS, signal);
  }
  return undefined;
}

async function workUnder(
  options: LeaseOptions,
  first: Lease,
  signal: AbortSignal,
  work: (owner: AbortSignal) => Promise<void>,
): Promise<void> {
  const ended = new AbortController();
  const lost = new AbortController();
  const beating = beat(options, first, ended.signal, () => lost.abort());
  try {
    await work(AbortSignal.any([signal, lost.signal]));
  } finally {
    ended.abort();
    const last = await beating;
    if (last) await giveBack(options, last);
  }
}

async function giveBack({ records, name, sleep }: LeaseOptions, last: Lease): Promise<void> {
  const giving = records.exchange(name, last, { ...last, owner: '' }).catch(() => false);
  await atMost(GIVE_BACK_MS, giving, sleep);
}

/** Beats until the lease ends. Resolves to the lease as it was last, or to undefined when it was lost. */
async function beat(
  { records, name, sleep, mayHold = () => true }: LeaseOptions,
  first: Lease,
  ended: AbortSignal,
  lose: () => void,
): Promise<Lease | undefined> {
  let held = first;
  for (;;) {
    await sleep(BEAT_MS, ended);
    if (ended.aborted) return held;
    if (!mayHold()) {
      lose();
      return held;
    }
    const next = { owner: held.owner, beats: held.beats + 1 };
    try {
      if (await records.exchange(name, held, next)) held = next;
      else {
        const found = await records.find(name);
        // Held after all: the answer to an earlier beat was lost.
        if (found?.owner !== held.owner) {
          lose();
          return undefined;
        }
        held = found;
      }
    } catch {
      // The records are unavailable: the next beat shows whether another process has taken the lease meanwhile.
    }
  }
}
