import { randomUUID } from 'node:crypto';
import type { CallCenter, Filled } from './call-center.js';
import { dial } from './dialer.js';
import type { Dialed } from './dialer.js';
import { numberedId } from './events.js';
import { median, paired } from './measure.js';
import type { BenchOptions, Result } from './measure.js';
import { processorMs } from './processor-time.js';
import type { BenchService } from './service.js';

/** Calls per round at most: a few seconds. */
const CALLS = 250;
/** All rounds together use up at most a third of the eligible members of the smaller call center. */
const MEMBERS_A_CALL = 20;
/** Short rounds: more of them cost little and steady the median. */
const ROUNDS = 5;
const READS = 300;
const BARS = { must: 1.5, aim: 1.1 };

/** A service with a filled call center. */
export interface RunningCallCenter {
  readonly service: BenchService;
  readonly center: CallCenter;
  readonly filled: Filled;
}

/** Two call centers that differ only in one thing: by default in the number of members. */
export interface Comparison {
  readonly id: string;
  readonly bar: Result['bar'];
  /** The bars of S6 if absent. */
  readonly bars?: Pick<Result, 'must' | 'aim'>;
  /** What both sides are, if not their numbers of members. */
  readonly sides?: readonly [many: string, few: string];
  /** Whether the requests name the dial groups in turn. */
  readonly byGroup?: boolean;
  readonly many: RunningCallCenter;
  readonly few: RunningCallCenter;
  /** Members for each call of a round, so that somebody is left to be called. */
  readonly membersACall?: number;
  /** Further conditions of the figures. */
  readonly work?: Readonly<Record<string, unknown>>;
}

/** Measures one dialer in each of two call centers in turn, then reads in both. */
export async function compareCallCenters(
  options: BenchOptions,
  { many, few, id, bar, bars = BARS, sides, byGroup = false, membersACall = MEMBERS_A_CALL, work }: Comparison,
): Promise<Result> {
  const calls = Math.min(CALLS, few.filled.members / membersACall);
  const [ours, theirs] = [many, few].map(
    (center, side) => new Dialer(center, { calls, byGroup, what: sides?.[side] ?? membersOf(center) }),
  ) as [Dialer, Dialer];
  const rounds = Math.max(options.rounds, ROUNDS);
  const figures = await paired({ ...options, rounds }, { unit: 'ms', ours, theirs });
  return {
    id,
    work: {
      members: many.filled.members,
      compared_with: few.filled.members,
      lists: `${many.center.lists.length}, all in one tier`,
      waiting: 'every second member: half for the end of a retry gap, half for midnight',
      contacts: [many.filled.contacts, few.filled.contacts],
      events: [many.filled.events, few.filled.events],
      dialers: 1,
      calls_a_round: calls,
      on:
        'auth, validation, a fresh Idempotency-Key a request, rate limit, read your writes; ' +
        'none answered before the rows showed it',
      ...work,
    },
    ...figures,
    ...bars,
    bar,
    notes: [
      `p99: ${ms(ours.p99)} : ${ms(theirs.p99)}`,
      `processor time of the service a call: ${ms(ours.cpu)} : ${ms(theirs.cpu)}`,
      await reads('GET /dialer/preview', many, few, () => ['/dialer/preview']),
      await reads('GET /dialer/preview?limit=50', many, few, () => ['/dialer/preview?limit=50']),
      await reads('GET …/explain', many, few, explains),
    ],
  };
}

/** One side, and the figures of its rounds. */
class Dialer {
  readonly what: string;
  private readonly seen: Dialed[] = [];
  private readonly used: number[] = [];

  constructor(
    private readonly center: RunningCallCenter,
    private readonly load: { readonly calls: number; readonly byGroup: boolean; readonly what: string },
  ) {
    this.what = `POST /dialer/next and /calls/{id}/end ${load.what}, p50 of both together`;
  }

  readonly run = async (): Promise<number> => {
    const { service, center } = this.center;
    const { calls, byGroup } = this.load;
    const before = await processorMs(service);
    const dialed = await dial({ ...target(this.center), count: calls, groups: byGroup ? center.groups : undefined });
    this.used.push(((await processorMs(service)) - before) / calls);
    this.seen.push(dialed);
    return dialed.p50;
  };

  get p99(): number {
    return median(this.seen.map(({ p99 }) => p99));
  }

  /** Milliseconds per call. */
  get cpu(): number {
    return median(this.used);
  }
}

function membersOf({ filled }: RunningCallCenter): string {
  return `at ${filled.members.toLocaleString('en')} members`;
}

function target({ service, center }: RunningCallCenter) {
  return { url: service.url, key: center.key, salt: randomUUID() };
}

async function reads(
  what: string,
  many: RunningCallCenter,
  few: RunningCallCenter,
  paths: (center: RunningCallCenter) => readonly string[],
): Promise<string> {
  const p50 = async (one: RunningCallCenter): Promise<number> => {
    await dial({ ...target(one), count: READS, paths: paths(one) });
    return (await dial({ ...target(one), count: READS, paths: paths(one) })).p50;
  };
  const [a, b] = [await p50(many), await p50(few)];
  return `${what}: p50 ${ms(a)} : ${ms(b)}`;
}

/** Members spread over the whole length of the lists. */
function explains({ center: { lists }, filled: { contacts } }: RunningCallCenter): readonly string[] {
  return Array.from({ length: READS }, (_, at) => {
    const contact = Math.floor((at * contacts) / READS);
    return `/smart-lists/${lists[contact % lists.length]!}/members/${numberedId(3, contact)}/explain`;
  });
}

const ms = (value: number): string => `${value.toFixed(2)} ms`;
