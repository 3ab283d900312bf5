import type { DialerError, DialerOptions, Place } from '../dialer/options.js';
import type { DialerState } from '../dialer/journal.js';
import { runDialer } from '../dialer/run-dialer.js';
import { type Answering, clientOf, json, problem, type Sent, silent } from './answers.js';
import { VirtualClock } from './virtual-clock.js';

const LEASE_MS = 60_000;

interface FakeCall {
  readonly call_id: string;
  state: 'in_progress' | 'ended' | 'completed';
  result: string | null;
  outcome_id: string | null;
  /** Left out until it is given. */
  agent_id?: string;
  notes?: string;
}

/** Milliseconds since 1970. */
interface Lease {
  readonly from: number;
  to: number;
}

interface NextBody {
  readonly limit: number;
  readonly agent_id?: string;
}

/**
 * A service with a queue of calls, the part of it that a dialer sees: dispatches with their Idempotency-Keys, leases
 * that the test lets pass, ends and dispositions. `instead` answers in its place, or after it.
 */
export class FakeDialing {
  readonly calls = new Map<string, FakeCall>();
  readonly errors: (DialerError & { readonly error: unknown })[] = [];
  /** What the journal has. */
  state: DialerState | undefined;
  /** Calls that may still be dispatched. */
  waiting: number;
  /** Answers in place of the service; undefined: the service answers. */
  instead: (sent: Sent) => Answering | undefined = () => undefined;
  /** Answers after the service has done what was asked, such as a connection that breaks then. */
  afterwards: (sent: Sent) => Answering | undefined = () => undefined;
  readonly clock = new VirtualClock();
  readonly sent: Sent[] = [];
  private readonly leases = new Map<string, Lease>();
  private readonly begun = this.clock.now();
  private readonly dispatched = new Map<string, object>();

  constructor(waiting: number) {
    this.waiting = waiting;
  }

  /** Runs a dialer until it ends, which is by its signal unless it fails. */
  run(options: Pick<DialerOptions, 'place'> & Partial<DialerOptions>): Promise<void> {
    return this.clock.settled(this.start(options));
  }

  start(options: Pick<DialerOptions, 'place'> & Partial<DialerOptions>): Promise<void> {
    const onError = (error: unknown, at: DialerError): void => void this.errors.push({ ...at, error });
    const client = this.client((sent, request) => this.answer(sent, request));
    const running = runDialer({ client, clock: this.clock, random: () => 0, onError, ...options });
    running.catch(() => undefined);
    return running;
  }

  /**
   * Runs a dialer that is killed when it sends such a request, which the service still does, or else after 25 s: from
   * then on it has no answer, and writes nothing.
   */
  async kill(
    place: Place,
    at: (path: string) => boolean = () => false,
    options: Partial<DialerOptions> = {},
  ): Promise<void> {
    let isDead = false;
    const client = this.client(
      (sent, request) => {
        isDead = at(sent.path);
        return isDead ? (this.answer(sent, request), silent(sent, request)) : this.answer(sent, request);
      },
      () => isDead,
    );
    const save = (state: DialerState) => (isDead ? new Promise<never>(() => undefined) : this.journal.save(state));
    this.start({ client, place, journal: { ...this.journal, save }, ...options }).catch(() => undefined);
    await this.clock.pass(25_000);
    isDead = true;
    this.errors.length = 0;
  }

  private client(answering: Answering, isDead = () => false) {
    const answers: readonly Answering[] = [
      (sent, request) => {
        if (isDead()) return silent(sent, request);
        this.sent.push({ ...sent, at: this.clock.now() - this.begun });
        return answering(this.sent.at(-1)!, request);
      },
    ];
    return clientOf(answers, { retries: { maxRetries: 1, maxTotalMs: 60_000 } }, this.clock).client;
  }

  readonly journal = {
    load: async () => structuredClone(this.state),
    save: async (state: DialerState) => void (this.state = structuredClone(state)),
  };

  /** Requests to a path, such as `/end`. */
  to(path: string): readonly Sent[] {
    return this.sent.filter((sent) => sent.path.endsWith(path));
  }

  get steps(): readonly string[] {
    return this.errors.map(({ step }) => step);
  }

  private answer(sent: Sent, request: Request): Response | Promise<Response> {
    const instead = this.instead(sent);
    if (instead) return instead(sent, request);
    const answer = this.serve(sent);
    return (this.afterwards(sent) ?? answer)(sent, request);
  }

  private serve({ path, body, headers }: Sent): Answering {
    if (path === '/dialer/next') return this.next(headers.get('Idempotency-Key')!, body as NextBody);
    if (path === '/me') return json({ ok: true, workspace: { lease_seconds: LEASE_MS / 1_000 } });
    if (path.startsWith('/calls?')) return this.list(new URLSearchParams(path.slice('/calls?'.length)));
    const [, id, action] = /^\/calls\/([^/]+)\/?(.*)$/.exec(path)!;
    const call = this.calls.get(id!);
    if (call === undefined) return problem(404, 'not_found');
    if (action === 'end') {
      const { result } = body as { result: string };
      if (call.state !== 'in_progress' && call.result !== result) return problem(409, 'call_state_conflict');
      if (call.state === 'in_progress') Object.assign(call, { state: 'ended', ...(body as object) });
    } else if (action === 'outcomes') {
      if (call.state !== 'ended') return problem(409, 'call_state_conflict');
      Object.assign(call, { state: 'completed', ...(body as object) });
    } else if (action === 'heartbeat') {
      if (call.state !== 'in_progress') return problem(409, 'call_state_conflict');
      this.leases.get(call.call_id)!.to = this.clock.now() + LEASE_MS;
    }
    return json({ ok: true, call: this.shown(call) });
  }

  /** A page has two calls. */
  private list(query: URLSearchParams): Answering {
    const fits = [...this.calls.values()].filter(
      ({ state, agent_id }) => state === query.get('state') && agent_id === query.get('agent_id'),
    );
    const from = Number(query.get('page_token') ?? 0);
    const next_page_token = fits.length > from + 2 ? String(from + 2) : null;
    return json({ ok: true, calls: fits.slice(from, from + 2).map((call) => this.shown(call)), next_page_token });
  }

  private next(key: string, { limit, ...agent }: NextBody): Answering {
    if (!this.dispatched.has(key)) {
      const count = Math.min(limit, this.waiting);
      this.waiting -= count;
      const calls = Array.from({ length: count }, () => {
        const call_id = `c${this.calls.size + 1}`;
        const call: FakeCall = { call_id, state: 'in_progress', result: null, outcome_id: null, ...agent };
        this.calls.set(call_id, call);
        this.leases.set(call_id, { from: this.clock.now(), to: this.clock.now() + LEASE_MS });
        return this.shown(call);
      });
      this.dispatched.set(key, { ok: true, calls });
    }
    return json(this.dispatched.get(key)!);
  }

  private shown(call: FakeCall): object {
    const { from, to } = this.leases.get(call.call_id)!;
    return { ...call, dispatched_at: new Date(from).toISOString(), lease_expires_at: new Date(to).toISOString() };
  }
}
