import type { Sleep } from './real-time.js';

/**
 * Who holds a lease. `beats` grows with every sign of life, so a holder that stands still can be told from one that
 * lives.
 */
export interface Lease {
  /** Empty once given back. */
  readonly owner: string;
  readonly beats: number;
}

/** Where leases are kept: each call is one atomic step. May throw ReadModelUnavailableError. */
export interface LeaseRecords {
  /** Undefined for a name that nobody has held yet. */
  find(name: string): Promise<Lease | undefined>;
  /** Puts `next` in the place of exactly `seen` (undefined: of nothing). False if it was something else. */
  exchange(name: string, seen: Lease | undefined, next: Lease): Promise<boolean>;
}

export interface LeaseOptions {
  readonly records: LeaseRecords;
  readonly name: string;
  /** This process, among all that ever ran. */
  readonly owner: string;
  readonly sleep: Sleep;
  /**
   * Whether this process may have its turn now; asked at each look and each beat. While it may not, it takes no lease
   * and gives back the one it holds. Default: always.
   */
  readonly mayHold?: () => boolean;
  /**
   * Whether the process that an owner names has certainly ended: then its lease is taken at the first look. False
   * wherever that cannot be known. Default: it never can.
   */
  readonly isGone?: (owner: string) => boolean;
}

/** Milliseconds between two signs of life of the holder, and between two looks of each process that waits. */
export const BEAT_MS = 1_000;
/** Looks without a sign of life after which a lease is taken over: a holder may be slow for 8 s. */
export const PATIENCE = 8;
/**
 * Giving a lease back only spares its next holder the wait for missing signs of life: a stop waits this long for it.
 */
export const GIVE_BACK_MS = 1_000;

/**
 * Runs `work` while this process holds the lease, again and again, until the signal aborts. The owner's signal aborts
 * when the lease is lost. No clocks are compared: a process that waits counts how long the holder's beats stand still,
 * in its own time. A holder that was paused may overlap with its successor for a moment; what is done under a lease
 * must stand that (docs/reference/consistency.md#projections, docs/reference/consistency.md#workers), the lease only
 * keeps two from doing the same work all the time.
 * @throws whatever `work` throws; the lease is given back first.
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
    // Work that ends at once each time must not keep the lease to this process: a pause gives others their turn.
    await options.sleep(BEAT_MS, signal);
  }
}

/** Waits for its turn. Undefined: the signal aborted first. */
async function acquire(options: LeaseOptions, signal: AbortSignal): Promise<Lease | undefined> {
  const { records, name, owner, sleep, mayHold = () => true, isGone = () => false } = options;
  let seen: Lease | undefined;
  let still = 0;
  while (!signal.aborted) {
    try {
      const found = await records.find(name);
      if (found?.owner === owner) {
        // Taken by ourselves: the answer was lost.
        if (mayHold()) return found;
        // Giving it back has failed before: until that succeeds, other processes wait for a holder that does no work.
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
      // The records are away: what was counted meanwhile says nothing of the holder.
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
  const given = new AbortController();
  const giving = records
    .exchange(name, last, { ...last, owner: '' })
    .catch(() => false)
    .finally(() => given.abort());
  await Promise.race([giving, sleep(GIVE_BACK_MS, given.signal)]);
}

/** Gives signs of life. Resolves to the lease as it stands, or to undefined when it was lost. */
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
        // Ours after all: the answer to an earlier beat was lost.
        if (found?.owner !== held.owner) {
          lose();
          return undefined;
        }
        held = found;
      }
    } catch {
      // The records are away: whether another one has taken the lease meanwhile, the next beat tells.
    }
  }
}
