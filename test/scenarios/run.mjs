#!/usr/bin/env node
// Runs dialing scenarios against a server, or against a reference model given by path. The format is in README.md.
//   node run.mjs BASE_URL ADMIN_TOKEN [files...] [--restart-cmd CMD] [--wait SECONDS]
//   node run.mjs --self --oracle PATH [files...]

import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const SCOPES = [
  'smart_lists:read',
  'smart_lists:write',
  'contacts:read',
  'contacts:write',
  'calls:read',
  'calls:write',
  'webhooks:read',
  'webhooks:write',
  'webhooks:admin',
];
const CREATES = new Set([
  'create_list',
  'clone_list',
  'create_outcome',
  'register_call',
  'create_hours',
  'create_group',
]);
const READS = new Set(['read_members', 'read_list', 'read_call', 'preview', 'explain', 'read_do_not_call']);
const MAX_PAGES = 1000;

export class Fault extends Error {}

// ---- sending ----------------------------------------------------------------------------------------------------

// Sends over HTTP. After a 429 it waits and retries, a few times at most.
export function httpSender(base) {
  return async ({ method, path, token, body }) => {
    for (let tries = 0; ; tries++) {
      const response = await fetch(base.replace(/\/$/, '') + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(15_000),
      });
      const text = await response.text();
      if (response.status === 429 && tries < 5) {
        const seconds = Number(response.headers.get('retry-after'));
        await sleep(Math.min(Math.max(seconds || 1, 0.1), 60) * 1000);
        continue;
      }
      let parsed = null;
      try {
        parsed = text === '' ? null : JSON.parse(text);
      } catch {
        /* not JSON: stays null */
      }
      return { status: response.status, body: parsed };
    }
  };
}

// ---- one scenario -----------------------------------------------------------------------------------------------

class Names {
  constructor(kind) {
    this.kind = kind;
    this.ids = new Map();
    this.names = new Map();
  }
  set(name, id) {
    this.ids.set(name, id);
    this.names.set(id, name);
  }
  id(name) {
    if (!this.ids.has(name)) throw new Fault(`no ${this.kind} is called ${name}`);
    return this.ids.get(name);
  }
  name(id) {
    return id === null || id === undefined ? null : (this.names.get(id) ?? `?${id}`);
  }
}

export class Run {
  constructor(send, adminToken, { restart = null, wait = 0 } = {}) {
    Object.assign(this, { send, adminToken, restart, wait, at: null });
    this.lists = new Names('list');
    this.groups = new Names('dial group');
    this.hours = new Names('calling hours');
    this.contacts = new Names('contact');
    this.calls = new Names('call');
    this.outcomes = new Names('outcome');
    this.snapshots = new Map();
    this.strangers = new Map();
  }

  async admin(method, path, body) {
    const answer = await this.send({ method, path, token: this.adminToken, body });
    if (answer.status < 200 || answer.status > 299) throw new Fault(`${method} ${path} answered ${answer.status}`);
    return answer.body;
  }

  api(method, path, body) {
    return this.send({ method, path, token: this.key, body });
  }

  async setClock(at) {
    if (this.at === at) return;
    await this.admin('PUT', '/admin/clock', { now: at });
    this.at = at;
  }

  // Creates the workspace, a key with all scopes, and the contacts in the order of the file.
  async open(scenario) {
    await this.setClock(scenario.steps[0].at);
    const made = await this.admin('POST', '/admin/workspaces', { name: scenario.name, time_zone: scenario.time_zone });
    this.workspace = made.workspace.workspace_id;
    const key = await this.admin('POST', `/admin/workspaces/${this.workspace}/api-keys`, {
      name: 'scenario',
      scopes: SCOPES,
    });
    this.key = key.secret;
    const contacts = Object.entries(scenario.contacts);
    for (let i = 0; i < contacts.length; i += 1000) {
      const answer = await this.importContacts(Object.fromEntries(contacts.slice(i, i + 1000)));
      if (answer.status !== 200) throw new Fault(`the import of contacts answered ${answer.status}`);
    }
  }

  importContacts(contacts) {
    const items = Object.entries(contacts).map(([name, contact]) => {
      if (!this.contacts.ids.has(name)) this.contacts.set(name, randomUUID());
      const fields = typeof contact === 'string' ? { phone: contact } : contact;
      return { contact_id: this.contacts.id(name), ...fields, name };
    });
    return this.api('POST', '/contacts/batch', { contacts: items });
  }

  // 'ann' is a known contact by id, '+1…' a phone number, 'nobody' an unknown id; an object is sent unchanged.
  reference(ref) {
    if (typeof ref !== 'string') return ref;
    if (ref.startsWith('+')) return { phone: ref };
    if (this.contacts.ids.has(ref)) return { contact_id: this.contacts.id(ref) };
    return { contact_id: this.stranger(ref) };
  }

  references(refs) {
    return { members: refs.map((r) => this.reference(r)) };
  }

  stranger(name) {
    if (!name.startsWith('nobody') && !name.startsWith('nowhere')) throw new Fault(`nothing is called ${name}`);
    if (!this.strangers.has(name)) this.strangers.set(name, randomUUID());
    return this.strangers.get(name);
  }

  listId(name) {
    return name.startsWith('nowhere') ? this.stranger(name) : this.lists.id(name);
  }

  groupId(name) {
    return name.startsWith('nowhere') ? this.stranger(name) : this.groups.id(name);
  }

  hoursId(name) {
    return name.startsWith('nowhere') ? this.stranger(name) : this.hours.id(name);
  }

  // callback_at, callback_agent_id, callback_owner_seconds of a step.
  callback(step) {
    return Object.fromEntries(Object.entries(step).filter(([key]) => key.startsWith('callback_')));
  }

  // What a step of next or preview dials, and for whom.
  scope(step) {
    return {
      ...(step.list === undefined ? {} : { smart_list_id: this.listId(step.list) }),
      ...(step.group === undefined ? {} : { dial_group_id: this.groupId(step.group) }),
      ...(step.agent === undefined ? {} : { agent_id: step.agent }),
    };
  }

  settings(body) {
    const out = { ...body };
    if (Array.isArray(out.smart_list_ids)) out.smart_list_ids = out.smart_list_ids.map((name) => this.listId(name));
    if (typeof out.next_list_id === 'string') out.next_list_id = this.listId(out.next_list_id);
    if (typeof out.calling_hours_id === 'string') out.calling_hours_id = this.hoursId(out.calling_hours_id);
    return out;
  }

  // ---- from answers back to names ----

  listView(l) {
    const { smart_list_id, next_list_id, calling_hours_id } = l;
    const named = { smart_list_id: this.lists.name(smart_list_id), next_list_id: this.lists.name(next_list_id) };
    return { ...l, ...named, calling_hours_id: this.hours.name(calling_hours_id) };
  }

  callView(c) {
    if (!this.snapshots.has(c.call_id)) this.snapshots.set(c.call_id, canonical(c.snapshot));
    return {
      contact: this.contacts.name(c.contact_id),
      list: this.lists.name(c.smart_list_id),
      state: c.state,
      result: c.result,
      attempt_number: c.attempt_number,
      dispatched_at: c.dispatched_at,
      lease_expires_at: c.lease_expires_at,
      ended_at: c.ended_at,
      completed_at: c.completed_at,
      snapshot: canonical(c.snapshot) === this.snapshots.get(c.call_id) ? 'same' : 'changed',
    };
  }

  rowView(m) {
    return {
      contact: this.contacts.name(m.contact_id),
      list: this.lists.name(m.smart_list_id),
      status: m.status,
      reason: m.status_reason,
      attempt_count: m.attempt_count,
      attempts_today: m.attempts_today,
      last_attempt_at: m.last_attempt_at,
      last_disposition: m.last_disposition ? m.last_disposition.outcome_name : null,
      schedule_time: m.schedule_time,
      source: m.source,
      added_at: m.added_at,
      callback_at: m.callback?.callback_at ?? null,
      callback_agent: m.callback?.agent_id ?? null,
    };
  }

  pickView(c) {
    return [this.contacts.name(c.contact_id), this.lists.name(c.smart_list_id), c.attempt_number];
  }

  // Does one step and returns the answer, in names: { status, code } and the fields that the operation shows.
  async perform(step) {
    await this.setClock(step.at);
    const operation = OPERATIONS[step.op];
    if (!operation) throw new Fault(`there is no operation ${step.op}`);
    const [answer, view] = await operation(this, step);
    if (answer.status < 200 || answer.status > 299) return { status: answer.status, code: answer.body?.code ?? null };
    return { status: answer.status, ...(view ? view(answer.body) : {}) };
  }

  // Does one step and compares. Reads are repeated until they match or the time is over.
  async check(step) {
    const until = Date.now() + this.wait * 1000;
    for (;;) {
      const got = await this.perform(step);
      const wrong = differences(step, got);
      if (wrong.length === 0 || !READS.has(step.op) || Date.now() >= until) return wrong;
      await sleep(50);
    }
  }
}

const counts = (body) => Object.fromEntries(Object.entries(body).filter(([key]) => key !== 'ok'));

const enc = encodeURIComponent;

// Every operation sends one request and returns [answer, function that shows a successful answer].
const OPERATIONS = {
  clock: async () => [{ status: 200 }],
  restart: async (run) => {
    if (run.restart) {
      await run.restart();
      const at = run.at;
      run.at = null;
      await run.setClock(at);
    }
    return [{ status: 200 }];
  },
  pause: async (run, s) => [await run.api('PATCH', '/dialer', { paused: s.paused })],
  set_workspace: async (run, s) => [
    await run.send({
      method: 'PATCH',
      path: `/admin/workspaces/${run.workspace}`,
      token: run.adminToken,
      body: run.settings(s.body),
    }),
  ],
  import_contacts: async (run, s) => [await run.importContacts(s.contacts), counts],
  delete_contact: async (run, s) => [await run.api('DELETE', `/contacts/${enc(run.contacts.id(s.contact))}`)],
  create_list: async (run, s) => {
    const answer = await run.api('POST', '/smart-lists', run.settings({ name: s.list, ...s.body }));
    if (answer.status === 201) run.lists.set(s.list, answer.body.smart_list.smart_list_id);
    return [answer, (b) => ({ list: run.listView(b.smart_list) })];
  },
  clone_list: async (run, s) => {
    const answer = await run.api('POST', `/smart-lists/${enc(run.listId(s.list))}/clone`, { name: s.as });
    if (answer.status === 201) run.lists.set(s.as, answer.body.smart_list.smart_list_id);
    return [answer, (b) => ({ list: run.listView(b.smart_list) })];
  },
  patch_list: async (run, s) => [
    await run.api('PATCH', `/smart-lists/${enc(run.listId(s.list))}`, run.settings(s.body)),
    (b) => ({ list: run.listView(b.smart_list) }),
  ],
  delete_list: async (run, s) => [await run.api('DELETE', `/smart-lists/${enc(run.listId(s.list))}`)],
  read_list: async (run, s) => [
    await run.api('GET', `/smart-lists/${enc(run.listId(s.list))}`),
    (b) => ({ list: run.listView(b.smart_list) }),
  ],
  add_members: async (run, s) => [
    await run.api('POST', `/smart-lists/${enc(run.listId(s.list))}/members/batch`, run.references(s.members)),
    counts,
  ],
  remove_members: async (run, s) => [
    await run.api('POST', `/smart-lists/${enc(run.listId(s.list))}/members/batch-remove`, run.references(s.members)),
    counts,
  ],
  reset_members: async (run, s) => [
    await run.api('POST', `/smart-lists/${enc(run.listId(s.list))}/members/batch-reset`, run.references(s.members)),
    counts,
  ],
  add_do_not_call: async (run, s) => [await run.api('POST', '/do-not-call/batch', { entries: s.entries }), counts],
  remove_do_not_call: async (run, s) => [
    await run.api('POST', '/do-not-call/batch-remove', { phones: s.phones }),
    counts,
  ],
  read_do_not_call: async (run, s) => [
    await run.api('GET', `/do-not-call/${enc(s.phone)}`),
    (b) => ({ entry: b.entry }),
  ],
  reset_list: async (run, s) => [
    await run.api('POST', `/smart-lists/${enc(run.listId(s.list))}/reset`, {
      ...(s.completed_only === undefined ? {} : { completed_only: s.completed_only }),
    }),
  ],
  remove_everywhere: async (run, s) => [
    await run.api('POST', '/smart-list-members/batch-remove', run.references(s.members)),
    counts,
  ],
  read_members: async (run, s) => {
    const rows = [];
    let page = null;
    let token = null;
    for (let i = 0; i < MAX_PAGES; i++) {
      const query = new URLSearchParams({
        page_size: '200',
        ...(s.status ? { status: s.status } : {}),
        ...(token === null ? {} : { page_token: token }),
      });
      page = await run.api('GET', `/smart-lists/${enc(run.listId(s.list))}/members?${query}`);
      if (page.status !== 200) return [page];
      rows.push(...page.body.members);
      token = page.body.next_page_token;
      if (token === null) break;
    }
    return [page, () => ({ rows: rows.map((m) => run.rowView(m)) })];
  },
  explain: async (run, s) => [
    await run.api('GET', `/smart-lists/${enc(run.listId(s.list))}/members/${enc(run.contacts.id(s.contact))}/explain`),
    (b) => ({ eligible: b.eligible, failing: b.gates.filter((g) => !g.passed).map((g) => g.gate) }),
  ],
  create_hours: async (run, s) => {
    const answer = await run.api('POST', '/calling-hours', { name: s.hours, ...s.body });
    if (answer.status === 201) run.hours.set(s.hours, answer.body.calling_hours.calling_hours_id);
    return [answer];
  },
  patch_hours: async (run, s) => [await run.api('PATCH', `/calling-hours/${enc(run.hoursId(s.hours))}`, s.body)],
  delete_hours: async (run, s) => [await run.api('DELETE', `/calling-hours/${enc(run.hoursId(s.hours))}`)],
  create_group: async (run, s) => {
    const answer = await run.api('POST', '/dial-groups', run.settings({ name: s.group, smart_list_ids: s.lists }));
    if (answer.status === 201) run.groups.set(s.group, answer.body.dial_group.dial_group_id);
    return [answer];
  },
  patch_group: async (run, s) => [
    await run.api('PATCH', `/dial-groups/${enc(run.groups.id(s.group))}`, run.settings({ smart_list_ids: s.lists })),
  ],
  delete_group: async (run, s) => [await run.api('DELETE', `/dial-groups/${enc(run.groups.id(s.group))}`)],
  create_outcome: async (run, s) => {
    const body = run.settings({ outcome_name: s.outcome, ...s.body });
    if (body.destination_id !== undefined) body.destination_id = run.listId(body.destination_id);
    const answer = await run.api('POST', '/phone-system/outcomes', body);
    if (answer.status === 201) run.outcomes.set(s.outcome, answer.body.outcome.outcome_id);
    return [answer];
  },
  delete_outcome: async (run, s) => [
    await run.api('DELETE', `/phone-system/outcomes/${enc(run.outcomes.id(s.outcome))}`),
  ],
  next: async (run, s) => {
    const limit = s.limit === undefined ? {} : { limit: s.limit };
    const answer = await run.api('POST', '/dialer/next', { ...limit, ...run.scope(s) });
    if (answer.status === 200) {
      answer.body.calls.forEach((c, i) => {
        if (s.calls?.[i] !== undefined) run.calls.set(s.calls[i], c.call_id);
        run.callView(c);
      });
    }
    return [answer, (b) => ({ picks: b.calls.map((c) => run.pickView(c)) })];
  },
  preview: async (run, s) => [
    await run.api('GET', `/dialer/preview?${new URLSearchParams({ limit: s.limit ?? 1, ...run.scope(s) })}`),
    (b) => ({ picks: b.next.map((c) => run.pickView(c)) }),
  ],
  register_call: async (run, s) => {
    const answer = await run.api('POST', '/calls', run.reference(s.contact));
    if (answer.status === 201) run.calls.set(s.call, answer.body.call.call_id);
    return [answer, (b) => ({ call: run.callView(b.call) })];
  },
  read_call: async (run, s) => [
    await run.api('GET', `/calls/${enc(run.calls.id(s.call))}`),
    (b) => ({ call: run.callView(b.call) }),
  ],
  end_call: async (run, s) => [
    await run.api('POST', `/calls/${enc(run.calls.id(s.call))}/end`, { result: s.result }),
    (b) => ({ call: run.callView(b.call) }),
  ],
  heartbeat: async (run, s) => [
    await run.api('POST', `/calls/${enc(run.calls.id(s.call))}/heartbeat`),
    (b) => ({ call: run.callView(b.call) }),
  ],
  apply_outcome: async (run, s) => [
    await run.api('POST', `/calls/${enc(run.calls.id(s.call))}/outcomes`, {
      outcome_id: run.outcomes.id(s.outcome),
      ...run.callback(s),
    }),
    (b) => ({ call: run.callView(b.call) }),
  ],
  set_callback: async (run, s) => [
    await run.api(
      'PATCH',
      `/smart-lists/${enc(run.listId(s.list))}/members/${enc(run.contacts.id(s.contact))}`,
      run.callback(s),
    ),
    (b) => ({ row: run.rowView(b.member) }),
  ],
};

// ---- comparing --------------------------------------------------------------------------------------------------

// JSON with sorted keys.
function canonical(value) {
  return JSON.stringify(value, (key, v) =>
    v && typeof v === 'object' && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)))
      : v,
  );
}

// Compares only the expected keys.
function partOf(got, keys) {
  return Object.fromEntries(keys.map((k) => [k, got?.[k]]));
}

export function differences(step, got) {
  const expect = { status: CREATES.has(step.op) ? 201 : 200, ...step.expect };
  const wrong = [];
  for (const [key, want] of Object.entries(expect)) {
    let have = got[key];
    if (key === 'rows' && Array.isArray(have)) {
      const byName = (a, b) => (a.contact < b.contact ? -1 : 1);
      const sorted = [...want].sort(byName);
      have = [...have].sort(byName);
      const bad = sorted.findIndex((row, i) => canonical(row) !== canonical(partOf(have[i], Object.keys(row))));
      if (sorted.length !== have.length) {
        wrong.push({ key: 'contacts', expected: sorted.map((r) => r.contact), got: have.map((r) => r.contact) });
      } else if (bad >= 0) {
        wrong.push({ key, expected: sorted[bad], got: partOf(have[bad], Object.keys(sorted[bad])) });
      }
      continue;
    }
    if (want !== null && typeof want === 'object' && !Array.isArray(want)) have = partOf(have, Object.keys(want));
    if (canonical(want) !== canonical(have)) wrong.push({ key, expected: want, got: have === undefined ? null : have });
  }
  return wrong;
}

// ---- all scenarios ----------------------------------------------------------------------------------------------

export async function load(files) {
  const scenarios = [];
  for (const file of files) {
    const parsed = JSON.parse(await readFile(file, 'utf8'));
    scenarios.push(...(Array.isArray(parsed) ? parsed : [parsed]));
  }
  return scenarios.sort((a, b) => Date.parse(a.steps[0].at) - Date.parse(b.steps[0].at));
}

const short = (value) => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
};

// null on success, else a line about the first failed step.
export async function runOne(scenario, send, adminToken, options) {
  const run = new Run(send, adminToken, options);
  let where = 'opening';
  try {
    await run.open(scenario);
    for (const [i, step] of scenario.steps.entries()) {
      where = `step ${i + 1} ${step.op} at ${step.at}`;
      const [wrong] = await run.check(step);
      if (wrong) return `${where}, expected ${wrong.key} ${short(wrong.expected)}, got ${short(wrong.got)}`;
    }
    return null;
  } catch (error) {
    return `${where}, expected an answer, got ${error.message}`;
  }
}

async function main(args) {
  const options = { restart: null, wait: 5 };
  const plain = [];
  let self = false;
  let oracle = null;
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--self') self = true;
    else if (args[i] === '--oracle') oracle = args[++i];
    else if (args[i] === '--wait') options.wait = Number(args[++i]);
    else if (args[i] === '--restart-cmd') options.restartCommand = args[++i];
    else plain.push(args[i]);
  }
  const [base, adminToken] = self ? [null, 'admin'] : plain.splice(0, 2);
  if (self ? !oracle : !adminToken) {
    console.error(
      'usage: node run.mjs BASE_URL ADMIN_TOKEN [files...] [--restart-cmd CMD] [--wait SECONDS]\n' +
        '       node run.mjs --self --oracle PATH [files...]',
    );
    return 2;
  }
  let files = plain;
  if (files.length === 0) {
    const here = dirname(fileURLToPath(import.meta.url));
    files = (await readdir(here))
      .filter((f) => f.endsWith('.json'))
      .sort()
      .map((f) => join(here, f));
  }
  const model = self ? await import(pathToFileURL(resolve(oracle)).href) : null;
  const http = self ? null : httpSender(base);
  if (options.restartCommand && http) options.restart = () => restart(options.restartCommand, http);
  let passed = 0;
  let failed = 0;
  for (const scenario of await load(files)) {
    const send = http ?? model.openService({ adminToken }).handle;
    const fault = await runOne(scenario, send, adminToken, self ? {} : options);
    if (fault === null) passed += 1;
    else failed += 1;
    console.log(fault === null ? `ok ${scenario.name}` : `FAIL ${scenario.name}: ${fault}`);
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

// Runs the command, then waits at most a minute until the server is ready.
async function restart(command, send) {
  const done = spawnSync('sh', ['-c', command], { stdio: 'inherit', timeout: 120_000 });
  if (done.status !== 0) throw new Fault(`the restart command ended with ${done.status}`);
  for (let i = 0; i < 120; i++) {
    const answer = await send({ method: 'GET', path: '/health/ready', token: '' }).catch(() => null);
    if (answer?.status === 200) return;
    await sleep(500);
  }
  throw new Fault('the server was not ready within a minute after the restart');
}

if (process.argv[1] && import.meta.url === pathToFileURL(resolve(process.argv[1])).href) {
  process.exitCode = await main(process.argv.slice(2));
}
