import type { Ask, Client, Random, Told, World } from '../world.js';
import { ADMIN_TOKEN } from '../world.js';
import { AttributeWork } from './attribute-work.js';
import { dialedPhone } from './calling-hours.js';
import { DispositionWork } from './disposition-work.js';
import { ImportWork } from './import-work.js';
import { isOpen } from './is-open.js';
import { Known } from './known.js';
import { OPERATIONS, type OperationName, phoneOf, post, type Wish, ZONES } from './operations.js';
import { type Plan, windowsOf } from './plan.js';
import { PollingWork } from './polling-work.js';
import { ReturnWork } from './return-work.js';
import { WritePauses } from './write-pauses.js';

const SCOPES = [
  ...['smart_lists', 'contacts', 'calls', 'webhooks'].flatMap((area) => [`${area}:read`, `${area}:write`]),
  'contacts:erase',
];
/** Tries of what the whole run rests on, through outages. */
const SETUP_TRIES = 200;
/** Milliseconds within which a contact is erased that comes back: while clients work, in most plans. */
const RETURN_WITHIN_MS = 5_000;
/** The same of an import. */
const IMPORT_WITHIN_MS = 8_000;
/** The same of a step of those who declare attributes and search for them. */
const ATTRIBUTES_WITHIN_MS = 2_000;

/** The same of a round of the dialer who polls. */
const POLLS_WITHIN_MS = 20_000;
/** The same of a round of the agent who disposes. */
const DISPOSITIONS_WITHIN_MS = 5_000;
/** The same of a pause of writes. */
const WRITE_PAUSES_WITHIN_MS = 10_000;

/** Clients whose pauses take longer than this do no more: the world has an hour, and settles in it. */
const WORK_MS = 35 * 60_000;

/** The work on one workspace: it is set up, then clients and an operator work on it side by side. */
export class WorkspaceWork {
  private readonly known: Known;
  private id = '';
  private tries = 0;

  constructor(
    private readonly world: World,
    private readonly random: Random,
    private readonly plan: Plan,
  ) {
    this.known = new Known(random.fork('known'));
  }

  async run(): Promise<void> {
    await this.setUp(this.world.client('operator'));
    const clients = Array.from({ length: this.plan.clients }, (_, n) =>
      this.work(this.world.client(`client ${n}`), this.random.fork(`client ${n}`)),
    );
    const returns = new ReturnWork(this.world, this.known, this.random.fork('returns'));
    const attributes = new AttributeWork(this.world, this.known, this.random.fork('attributes'), this.admin(''));
    const imports = new ImportWork(this.world, this.known, this.random.fork('imports'));
    const polls = new PollingWork(this.world, this.known, this.random.fork('polls'));
    const dispositions = new DispositionWork(this.world, this.known, this.random.fork('dispositions'));
    const pauses = new WritePauses(this.world, this.random.fork('pauses of writes'), (body) => this.changed(body));
    await Promise.all([
      ...clients,
      this.operate(this.world.client('operator'), this.random.fork('operator')),
      returns.run(this.plan.returns, RETURN_WITHIN_MS),
      attributes.run(this.plan.attributes, ATTRIBUTES_WITHIN_MS),
      imports.run(this.plan.imports, IMPORT_WITHIN_MS),
      polls.run(this.plan.polls, POLLS_WITHIN_MS),
      dispositions.run(this.plan.dispositions, DISPOSITIONS_WITHIN_MS),
      pauses.run(this.plan.writePauses, WRITE_PAUSES_WITHIN_MS),
    ]);
  }

  private async setUp(operator: Client): Promise<void> {
    const { time_zone, settings } = this.plan;
    const made = await this.must(operator, post('/admin/workspaces', { name: 'Floor', time_zone }), ADMIN_TOKEN);
    this.id = (made as { readonly workspace: { readonly workspace_id: string } }).workspace.workspace_id;
    await this.must(operator, { method: 'PATCH', path: this.admin(''), body: settings }, ADMIN_TOKEN);
    await this.makeKey(operator, [...SCOPES, 'webhooks:admin']);
    const contacts = Array.from({ length: this.plan.contacts }, (_, n) => ({
      phone: (this.plan.hours ? dialedPhone : phoneOf)(this.plan.limits ? n % 10 : n),
    }));
    await this.setHours(operator, this.random.fork('calling hours'));
    for (let at = 0; at < contacts.length; at += 500)
      await this.must(operator, post('/contacts/batch', { contacts: contacts.slice(at, at + 500) }));
    for (let n = 0; n < this.plan.lists; n += 1) {
      await this.must(operator, this.newList());
      await this.fill(operator, this.known.lists.at(-1)!);
    }
    for (let n = 0; n < this.plan.outcomes; n += 1)
      await this.must(operator, OPERATIONS.createOutcome(this.known, this.random));
  }

  /** Of a workspace that has calling hours, before its contacts are there. */
  private async setHours(operator: Client, random: Random): Promise<void> {
    if (!this.plan.hours) return;
    const hours = 1 + random.below(3);
    for (let n = 0; n < hours; n += 1) await this.must(operator, OPERATIONS.createHours(this.known, random));
    if (random.chance(0.5)) await this.must(operator, this.hoursChange(random), ADMIN_TOKEN);
  }

  /** Most lists name calling hours, where there are any. */
  private newList(): Wish {
    const wish = OPERATIONS.createList(this.known, this.random);
    const random = this.random.fork(`hours of list ${this.known.lists.length}`);
    if (!this.plan.hours || random.chance(0.3)) return wish;
    return { ...wish, body: { ...(wish.body as object), calling_hours_id: this.known.one('hours') } };
  }

  /** Members of a new list: a handful, or, where the plan has that many contacts, all of them. */
  private async fill(operator: Client, listId: string): Promise<void> {
    const { contacts } = this.known;
    const all = this.plan.fillsLists ? contacts : contacts.filter(() => this.random.chance(0.4));
    for (let at = 0; at < all.length; at += 100) {
      const members = all.slice(at, at + 100).map((contact_id) => ({ contact_id }));
      await this.must(operator, post(`/smart-lists/${listId}/members/batch`, { members }));
    }
  }

  private async work(client: Client, random: Random): Promise<void> {
    const until = this.world.now() + WORK_MS;
    for (let step = 0; step < this.plan.steps && this.world.now() < until; step += 1) {
      const name = random.weighted<OperationName>(this.plan.weights);
      const wish = OPERATIONS[name](this.known, random);
      await this.ask(client, random, this.asked(wish, random));
      await this.world.sleep(this.plan.pause(random));
    }
  }

  /** A request, sent again under its key where the plan says so: at the same time, or after its answer. */
  private async ask(client: Client, random: Random, ask: Ask): Promise<void> {
    const again = ask.idempotencyKey !== undefined;
    const twin = again && random.chance(this.plan.twins) ? this.known.ask(client, ask) : undefined;
    const told = await this.known.ask(client, ask);
    await twin;
    const repeats = again && (isOpen(told) || random.chance(this.plan.repeats));
    for (let tries = 0; repeats && tries < 4; tries += 1) {
      await this.world.sleep(random.below(3_000));
      if (!isOpen(await this.known.ask(client, ask))) return;
    }
  }

  private asked(wish: Wish, random: Random): Ask {
    const { secret: key } = random.pick(this.known.keys);
    const isKeyed = wish.method !== 'GET' && random.chance(this.plan.keyed);
    return { ...wish, key, ...(isKeyed && { idempotencyKey: `key-${this.id.slice(-6)}-${(this.tries += 1)}` }) };
  }

  /**
   * The operator changes settings, makes and revokes keys, and deletes the workspace at the end where the plan says so.
   */
  private async operate(operator: Client, random: Random): Promise<void> {
    for (let step = 0; step < this.plan.operations; step += 1) {
      await this.world.sleep(random.below(10_000));
      const kind = random.weighted(this.plan.operator);
      if (kind === 'settings') await operator.request(this.settingsChange(random));
      else if (kind === 'limits') await operator.request(this.changed({ contact_windows: windowsOf(random) }));
      else if (kind === 'hours') await operator.request(this.hoursChange(random));
      else if (kind === 'quotas') await operator.request(this.quotaChange(random));
      else if (kind === 'makeKey')
        await this.makeKey(
          operator,
          SCOPES.filter(() => random.chance(0.8)),
        );
      else await this.revokeKey(operator, random);
    }
    if (this.plan.deletes)
      await operator.request({ method: 'DELETE', path: this.admin(''), body: { name: 'Floor' }, key: ADMIN_TOKEN });
  }

  private settingsChange(random: Random): Ask {
    const body = random.pick([
      { time_zone: random.pick(ZONES) },
      { lease_seconds: random.pick([10, 60, 600]) },
      { wrap_up_seconds: random.pick([0, 10, 60]) },
      { unlisted: { enabled: random.chance(0.5), min_retry_seconds: random.pick([0, 60, 3_600]) } },
      { quotas: { open_calls: random.pick([1, 3, 10_000]) } },
    ]);
    return this.changed(body);
  }

  private hoursChange(random: Random): Ask {
    return this.changed({ calling_hours_id: random.chance(0.4) ? null : this.known.one('hours') });
  }

  /** A quota near what is used, so that some writes reach it. */
  private quotaChange(random: Random): Ask {
    const { contacts } = this.known;
    return this.changed({
      quotas: random.pick([
        { contacts: contacts.length + random.below(4) },
        { members: random.below(2 * contacts.length + 2) },
        { open_calls: 1 + random.below(3) },
        { deliveries_waiting: 1 + random.below(3) },
      ]),
    });
  }

  private changed(body: object): Ask {
    return { method: 'PATCH', path: this.admin(''), body, key: ADMIN_TOKEN };
  }

  private async makeKey(operator: Client, scopes: readonly string[]): Promise<void> {
    const path = this.admin('/api-keys');
    const isFirst = this.known.keys.length === 0;
    const ask = { ...post(path, { name: 'key', scopes: scopes.length > 0 ? scopes : SCOPES }), key: ADMIN_TOKEN };
    const told = isFirst ? await this.must(operator, ask, ADMIN_TOKEN) : bodyOf(await operator.request(ask));
    if (!told) return;
    const { secret, api_key } = told as { readonly secret: string; readonly api_key: { readonly api_key_id: string } };
    this.known.keys.push({ id: api_key.api_key_id, secret });
  }

  /** Never the first, with which the clients can always work. A revoked one is still tried. */
  private async revokeKey(operator: Client, random: Random): Promise<void> {
    if (this.known.keys.length < 2) return;
    const { id } = this.known.keys[1 + random.below(this.known.keys.length - 1)]!;
    await operator.request({ method: 'DELETE', path: this.admin(`/api-keys/${id}`), key: ADMIN_TOKEN });
  }

  private readonly admin = (path: string): string => `/admin/workspaces/${this.id}${path}`;

  /** Asks until it is answered by a success or a refusal: what the run rests on. */
  private async must(client: Client, wish: Wish, key = this.known.keys[0]?.secret ?? ''): Promise<unknown> {
    for (let tries = 0; tries < SETUP_TRIES; tries += 1) {
      const told = await this.known.ask(client, { ...wish, key });
      if (!isOpen(told)) return bodyOf(told);
      await this.world.sleep(1_000);
    }
    throw new Error(`${wish.method} ${wish.path} was not answered in ${SETUP_TRIES} tries`);
  }
}

const bodyOf = (told: Told): unknown => (told.kind === 'answered' && told.status < 300 ? told.body : undefined);
