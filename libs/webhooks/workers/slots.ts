import { type Experience, ReceiverRecord, type Standing } from './receiver-record.js';

/** Attempts under way at once (api.md, The webhook: one slow or dead receiver delays nobody else's deliveries). */
export const AT_ONCE = 64;
/** Of them to one host. */
export const AT_ONCE_A_HOST = 8;
/** As many are for receivers of each standing: whatever many of one do, the others have places left. */
const FOR: Readonly<Record<Standing, number>> = { soon: 60, untried: 40, slow: 40 };
/** Those that are not known to answer soon have so many between them, */
const FOR_THE_OTHERS = 48;
/** and of a host's so many: it may belong to many, of whom one is slow. */
const FOR_THE_OTHERS_OF_A_HOST = 6;
/** Who goes first. The slow do not, and have their share all the same: `FOR` leaves it to them. */
const ORDER: Readonly<Record<Standing, number>> = { soon: 0, untried: 1, slow: 2 };
/** Receivers that are remembered beside those that have an attempt under way, and hosts. */
const REMEMBERED = 10_000;

/** Something that waits to be sent. */
export interface Sendable {
  readonly workspace_id: string;
  readonly outcome_id: string;
  /** Host and port. */
  readonly host: string;
  readonly due_at: string;
  readonly number: number;
}

/** Who may be next, and who of two is. */
export interface Turns {
  hasRoom(item: Sendable): boolean;
  goesBefore(a: Sendable, b: Sendable): boolean;
}

/** A place taken. */
export interface Slot {
  /** Once; what is given back again changes nothing. */
  giveBack(experience: Experience): void;
}

/**
 * Whose turn it is to begin an attempt. However many receivers are slow or dead, there is room for one that answers soon, even on a host that
 * it shares with them, and for one that was never tried; and among the slow, whoever has had least has the next turn.
 */
export class Slots implements Turns {
  private readonly receivers = new Map<string, ReceiverRecord>();
  private readonly byStanding: Record<Standing, number> = { soon: 0, untried: 0, slow: 0 };
  private readonly ofHosts = new Counts();
  private readonly othersOfHosts = new Counts();
  private readonly othersOfWorkspaces = new Counts();
  /** When a host had its last turn; of the hosts that had one last. */
  private readonly turnsOfHosts = new Map<string, number>();
  private turns = 0;

  /** @param now real time, in milliseconds */
  constructor(private readonly now: () => number) {}

  /** Attempts under way now. */
  get taken(): number {
    const { soon, untried, slow } = this.byStanding;
    return soon + untried + slow;
  }

  /** Nobody has room. */
  get areFull(): boolean {
    return this.taken >= AT_ONCE;
  }

  /** Whether an attempt may begin now. */
  hasRoom(item: Sendable): boolean {
    const receiver = this.receiverOf(item);
    if (this.areFull || !receiver.hasRoom || this.ofHosts.of(item.host) >= AT_ONCE_A_HOST) return false;
    const standing = receiver.standing(this.now());
    if (this.byStanding[standing] >= FOR[standing]) return false;
    if (standing === 'soon') return true;
    const others = this.byStanding.untried + this.byStanding.slow;
    return others < FOR_THE_OTHERS && this.othersOfHosts.of(item.host) < FOR_THE_OTHERS_OF_A_HOST;
  }

  /** Of two that have room, whether the first has the turn: those that answer soon in the order of their time, then the others by turns. */
  goesBefore(a: Sendable, b: Sendable): boolean {
    const now = this.now();
    const [one, other] = [this.receiverOf(a), this.receiverOf(b)];
    const [standing, ofOther] = [one.standing(now), other.standing(now)];
    if (standing !== ofOther) return ORDER[standing] < ORDER[ofOther];
    if (standing === 'soon') return isDueBefore(a, b);
    const fewer = this.othersOfWorkspaces.of(a.workspace_id) - this.othersOfWorkspaces.of(b.workspace_id);
    return fewer === 0 ? this.hadLongestNoTurn(a, b) : fewer < 0;
  }

  /** Of two that have room, whether the first is tried to find out about our own network: the host that was asked longest ago, whatever is known of it. */
  isAskedBefore(a: Sendable, b: Sendable): boolean {
    const [one, other] = [this.turnOfHost(a), this.turnOfHost(b)];
    return one === other ? this.hadLongestNoTurn(a, b) : one < other;
  }

  /** Attempts under way to a host. */
  underWayTo(host: string): number {
    return this.ofHosts.of(host);
  }

  /** Takes a place for an attempt. What it counts among is decided now, and stays so until it ends. */
  take(item: Sendable): Slot {
    const name = receiverName(item);
    const now = this.now();
    const receiver = this.receivers.get(name) ?? new ReceiverRecord();
    const standing = receiver.standing(now);
    const end = receiver.begin(now, (this.turns += 1));
    this.count(item, standing, 1);
    this.remember(name, receiver);
    this.rememberHost(item.host);
    let isTaken = true;
    return {
      giveBack: (experience) => {
        if (!isTaken) return;
        isTaken = false;
        this.count(item, standing, -1);
        end(experience);
      },
    };
  }

  private hadLongestNoTurn(a: Sendable, b: Sendable): boolean {
    const [one, other] = [this.receiverOf(a).turn, this.receiverOf(b).turn];
    return one === other ? isDueBefore(a, b) : one < other;
  }

  private turnOfHost({ host }: Sendable): number {
    return this.turnsOfHosts.get(host) ?? 0;
  }

  private rememberHost(host: string): void {
    this.turnsOfHosts.delete(host);
    this.turnsOfHosts.set(host, this.turns);
    if (this.turnsOfHosts.size > REMEMBERED) this.turnsOfHosts.delete(this.turnsOfHosts.keys().next().value!);
  }

  private receiverOf(item: Sendable): ReceiverRecord {
    return this.receivers.get(receiverName(item)) ?? UNTRIED;
  }

  private count({ host, workspace_id }: Sendable, standing: Standing, change: 1 | -1): void {
    this.byStanding[standing] += change;
    this.ofHosts.add(host, change);
    if (standing === 'soon') return;
    this.othersOfHosts.add(host, change);
    this.othersOfWorkspaces.add(workspace_id, change);
  }

  /** The one used last stands last; the first one that is idle is forgotten when there are too many. */
  private remember(name: string, receiver: ReceiverRecord): void {
    this.receivers.delete(name);
    this.receivers.set(name, receiver);
    if (this.receivers.size <= REMEMBERED) return;
    for (const [oldest, { isIdle }] of this.receivers) {
      if (!isIdle) continue;
      this.receivers.delete(oldest);
      return;
    }
  }
}

const UNTRIED = new ReceiverRecord();

/** Who is sent to, as far as being slow goes: an outcome's URL. Others may have theirs on the same host. */
export function receiverName({ host, outcome_id }: Pick<Sendable, 'host' | 'outcome_id'>): string {
  return `${host} ${outcome_id}`;
}

/** The order of their time; of one time, that of creation. */
export function isDueBefore(a: Sendable, b: Sendable): boolean {
  return a.due_at < b.due_at || (a.due_at === b.due_at && a.number < b.number);
}

/** So many of each; those of whom there are none are not kept. */
class Counts {
  private readonly counts = new Map<string, number>();

  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  add(name: string, change: number): void {
    const count = this.of(name) + change;
    if (count === 0) this.counts.delete(name);
    else this.counts.set(name, count);
  }
}
