/** Attempts under way at once (api.md, The webhook: one slow or dead receiver delays nobody else's deliveries). */
export const AT_ONCE = 64;
/** Of them to one host. */
export const AT_ONCE_A_HOST = 8;
/** Hosts that are not known to answer soon have so many between them: the others are left to those that do. */
const FOR_THE_SLOW = 48;
const SOON_MS = 1_000;
/** Hosts that are remembered beside those that have an attempt under way. */
const REMEMBERED = 10_000;

interface Host {
  underWay: number;
  /** So many may be: one until it answers, one more with each answer, all of them with one that came soon. */
  allowed: number;
  /** It answered soon the last time. */
  answersSoon: boolean;
}

const UNKNOWN: Host = { underWay: 0, allowed: 1, answersSoon: false };

/** What an attempt says of its host; undefined: nothing, it never came to that. */
export type Experience = { readonly answered: boolean; readonly durationMs: number } | undefined;

/** Who may begin an attempt. However many hosts are slow or dead, there is room for one that answers soon. */
export class HostSlots {
  private readonly hosts = new Map<string, Host>();
  private underWay = 0;
  private slow = 0;

  /** Attempts under way now. */
  get taken(): number {
    return this.underWay;
  }

  /** Whether an attempt to this host may begin now. */
  hasRoom(name: string): boolean {
    const host = this.hosts.get(name) ?? UNKNOWN;
    if (this.underWay >= AT_ONCE || host.underWay >= host.allowed) return false;
    return host.answersSoon || this.slow < FOR_THE_SLOW;
  }

  /** Takes a place for an attempt. What it counts among is decided now, and stays so until it ends. */
  take(name: string): Slot {
    const host = this.hosts.get(name) ?? { ...UNKNOWN };
    const isSlow = !host.answersSoon;
    this.count(host, isSlow, 1);
    this.remember(name, host);
    return {
      giveBack: (experience) => {
        this.count(host, isSlow, -1);
        if (experience) learn(host, experience);
      },
    };
  }

  private count(host: Host, isSlow: boolean, change: 1 | -1): void {
    host.underWay += change;
    this.underWay += change;
    if (isSlow) this.slow += change;
  }

  /** The one used last stands last; the first one that is idle is forgotten when there are too many. */
  private remember(name: string, host: Host): void {
    this.hosts.delete(name);
    this.hosts.set(name, host);
    if (this.hosts.size <= REMEMBERED) return;
    for (const [oldest, { underWay }] of this.hosts) {
      if (underWay > 0) continue;
      this.hosts.delete(oldest);
      return;
    }
  }
}

/** A place taken; given back once. */
export interface Slot {
  giveBack(experience: Experience): void;
}

function learn(host: Host, { answered, durationMs }: NonNullable<Experience>): void {
  host.answersSoon = answered && durationMs <= SOON_MS;
  if (host.answersSoon) host.allowed = AT_ONCE_A_HOST;
  else host.allowed = answered ? Math.min(host.allowed + 1, AT_ONCE_A_HOST) : 1;
}
