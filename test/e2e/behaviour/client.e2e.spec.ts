import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { byId } from '../../support/api.js';
import { success } from '../../support/client.js';
import { InstalledClient } from '../../support/installed-client.js';
import { shareService } from '../../support/shared.js';
import type { Call } from '../../support/types.js';
import { until } from '../../support/until.js';
import { type Received, shareReceivers, toReceiversHere, Webhooks } from '../../support/webhooks.js';
import { nextPhone, TestWorkspace } from '../../support/workspace.js';

/*
 * Goal: what is published works, from its types to a dialer that is killed.
 * Method: the package is packed and installed as a caller does it, and the examples of its pages are compiled and run
 * (docs/adr/0053-a-client-is-typed-from-the-document.md).
 */

const README = 'packages/client/README.md';
const HOW_TO = 'docs/how-to/use-the-client.md';
/** Milliseconds for npm and the compiler on a busy machine. */
const BUILD_MS = 120_000;

const service = shareService({ env: toReceiversHere() });
const receiver = shareReceivers();
const children: ChildProcess[] = [];
let installed: InstalledClient;
let examples: ReadonlyMap<string, string>;
let diagnostics: ReadonlyMap<string, readonly string[]>;

/** One change of an example that the compiler has to refuse. */
const MISTAKES: readonly (readonly [string, string, string])[] = [
  ['lists.ts', "name: 'Spring'", "nam: 'Spring'"],
  ['lists.ts', "priority: 'high'", "priority: 'higher'"],
  ['lists.ts', "priority: 'high'", "priority: 'high', colour: 'red'"],
  ['lists.ts', "'/smart-lists',", "'/smart-list',"],
  ['lists.ts', 'body: { contacts }', 'query: { contacts }'],
  ['lists.ts', 'path: { smartListId: smart_list_id }, query', 'path: { listId: smart_list_id }, query'],
  ['lists.ts', 'page_size: 100', "page_size: '100'"],
  ['lists.ts', 'member.status)', 'member.state)'],
  ['lists.ts', 'data.smart_list;', 'data.list;'],
  ['errors.ts', "'validation_failed'", "'validation_fail'"],
  ['webhooks.ts', 'message.contact.phone', 'message.contact.number'],
  ['webhooks.ts', "=== 'outcome.applied'", "=== 'contact.erased'"],
  ['telephony.ts', "result: 'no_answer'", "result: 'lost'"],
  ['agent.ts', 'agentId:', 'agent:'],
  ['agent.ts', 'duration_seconds: 95', "duration_seconds: '95'"],
  ['dialer.ts', 'place: ring', 'places: ring'],
  ['dialer.ts', '  onError:', '  onFault:'],
];
const wrongName = (at: number): string => `wrong-${at}.ts`;

beforeAll(async () => {
  installed = await InstalledClient.make();
  examples = new Map([...(await installed.writeExamples(README)), ...(await installed.writeExamples(HOW_TO))]);
  for (const [at, [file, right, wrong]] of MISTAKES.entries()) {
    const text = examples.get(file)!;
    if (!text.includes(right)) throw new Error(`${file} has no ${right}`);
    await installed.write(wrongName(at), text.replace(right, wrong));
  }
  diagnostics = await installed.compile();
}, BUILD_MS);
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await installed.remove();
});

describe('the package', () => {
  it('has its code, its types, its README, and nothing else', () => {
    const paths = installed.packed.files.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['package.json', 'README.md', 'dist/index.js', 'dist/schema.d.ts']));
    expect(
      paths.filter((path) => !/^(?:package\.json|README\.md|dist\/(?:dialer\/)?[a-z-]+\.(?:js|d\.ts))$/.test(path)),
    ).toEqual([]);
    expect(installed.packed.size).toBeLessThan(100_000);
  });

  it('has types by which its examples compile', () => {
    const found = [...examples.keys()].map((name) => [name, diagnostics.get(name) ?? []]);
    expect(found).toEqual([...examples.keys()].map((name) => [name, []]));
  });

  it.each(MISTAKES.map((mistake, at) => [...mistake, at] as const))('%s does not compile: %s → %s', (...mistake) => {
    expect(diagnostics.get(wrongName(mistake[3])) ?? []).not.toEqual([]);
  });
});

/** Runs a compiled example; what it printed is in `lines`. */
function runExample(name: string, workspace: TestWorkspace, env: Readonly<Record<string, string>> = {}) {
  const { NODE_OPTIONS: _jest, ...inherited } = process.env;
  const child: ChildProcess = spawn(process.execPath, [join(installed.folder, name)], {
    cwd: installed.folder,
    env: { ...inherited, BASE_URL: `http://127.0.0.1:${service().port}`, KEY: workspace.client.token!, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream!.on('data', (chunk: Buffer) => printed.push(String(chunk)));
  return { child, ended: once(child, 'close'), text: () => printed.join('') };
}

describe('the examples', () => {
  it('make a list with a member, and read it, its refusals and what happened', async () => {
    const workspace = await TestWorkspace.make(service());
    const lists = runExample('lists.js', workspace);
    expect([(await lists.ended)[0], lists.text()]).toEqual([0, '+493012345678 queued\n']);
    expect(await workspace.api.lists()).toMatchObject([{ name: 'Spring', priority: 'high', member_count: 1 }]);
    const errors = runExample('errors.js', workspace);
    expect([(await errors.ended)[0], errors.text()]).toEqual([0, expect.stringMatching(/^\/name: /)]);
    await until('the events are indexed', async () => {
      const events = runExample('events.js', workspace);
      expect((await events.ended)[0]).toBe(0);
      return events.text().includes('MembersAdded') || events.text().includes('MemberAdded');
    });
  });
});

describe('pages', () => {
  it('have each item once', async () => {
    const workspace = await TestWorkspace.make(service());
    const contacts = await workspace.contacts(25);
    const { createClient } = await installed.load();
    const client = createClient({ baseUrl: `http://127.0.0.1:${service().port}`, apiKey: workspace.client.token! });
    const found: string[] = [];
    for await (const { contact_id } of client.paginate('/contacts', { params: { query: { page_size: 10 } } })) {
      found.push(contact_id);
    }
    expect(found.sort()).toEqual(contacts.map(({ contact_id }) => contact_id).sort());
  });
});

describe('a dialer', () => {
  /** A telephony whose first call takes for ever; it is found again by the next dialer. */
  const TELEPHONY = `
    const isFirst = process.env.RUN === 'first';
    export async function ring({ call_id, phone }) {
      console.log('rings', call_id, phone);
      if (isFirst) await new Promise(() => setInterval(() => undefined, 1_000));
      return { result: 'answered', outcome_id: process.env.OUTCOME };
    }
    export async function find({ call_id }) {
      console.log('found', call_id);
      return { result: 'voicemail' };
    }`;

  it('that is killed in a call is followed by one that takes the call up, and calls on', async () => {
    const workspace = await TestWorkspace.make(service(), { unlisted: { enabled: false } });
    const { outcome } = await workspace.api.createOutcome({ outcome_type: 'disposition' });
    const { smart_list_id } = await workspace.api.createList();
    const { contacts } = await workspace.api.importContacts([
      { phone: nextPhone() },
      { phone: nextPhone() },
      { phone: nextPhone() },
    ]);
    await workspace.api.addMembers(
      smart_list_id,
      contacts.map(({ contact_id }) => ({ contact_id })),
    );
    await installed.write('telephony.js', TELEPHONY);
    const journal = join(installed.folder, 'journal.json');
    const env = { OUTCOME: outcome.outcome_id, JOURNAL: journal };

    const first = runExample('dialer.js', workspace, { ...env, RUN: 'first' });
    await until('two lines ring', () => first.text().split('rings').length === 3);
    first.child.kill('SIGKILL');
    await first.ended;
    const cutOff = [...first.text().matchAll(/rings (\S+)/g)].map(([, id]) => id!);
    for (const id of cutOff) expect(await workspace.api.call(id)).toMatchObject({ state: 'in_progress' });

    const second = runExample('dialer.js', workspace, env);
    await until('the third contact is called, and the journal is empty', async () => {
      const isEmpty = (await readFile(journal, 'utf8')) === '{"request":null,"calls":[]}';
      return isEmpty && second.text().includes('rings');
    });
    second.child.kill('SIGTERM');
    expect((await second.ended)[0]).toBe(0);
    expect([...second.text().matchAll(/found (\S+)/g)].map(([, id]) => id!).sort()).toEqual([...cutOff].sort());
    for (const id of cutOff)
      expect(await workspace.api.call(id)).toMatchObject({ state: 'ended', result: 'voicemail' });
    const [, third] = /rings (\S+)/.exec(second.text())!;
    expect(await workspace.api.call(third!)).toMatchObject({
      state: 'completed',
      result: 'answered',
      outcomes: [{ outcome_id: outcome.outcome_id }],
    });
    const members = await workspace.api.members(smart_list_id);
    expect(members.map(({ attempt_count }) => attempt_count)).toEqual([1, 1, 1]);
  });
});

describe('a dialer without a journal', () => {
  it('takes up the call that is in progress with its agent, and keeps what it is told with the next one', async () => {
    const workspace = await TestWorkspace.make(service(), { unlisted: { enabled: false } });
    const { smart_list_id } = await workspace.api.createList();
    const contacts = await workspace.contacts(3);
    await workspace.api.addMembers(smart_list_id, contacts.map(byId));
    // The calls of two dialers that crashed.
    const [cutOff, another] = await Promise.all(
      ['agent-7', 'agent-8'].map(async (agent_id) => {
        const answer = await workspace.client.post('/dialer/next', { agent_id });
        return success<{ calls: readonly Call[] }>(answer, 200).calls[0]!.call_id;
      }),
    );
    const dialer = runExample('agent.js', workspace, { AGENT: 'agent-7' });
    let ended: readonly Call[] = [];
    await until('the third contact was called', async () => {
      ended = await workspace.api.calls('?result=answered');
      return ended.length > 0;
    });
    dialer.child.kill('SIGTERM');
    await dialer.ended;
    expect(dialer.text()).toMatch(new RegExp(`^${cutOff} was cut off$`, 'm'));
    expect(await workspace.api.call(cutOff!)).toMatchObject({ state: 'completed', result: 'failed' });
    expect(await workspace.api.call(another!)).toMatchObject({ state: 'in_progress', agent_id: 'agent-8' });
    const [{ call_id }] = ended as [Call];
    expect(ended).toMatchObject([
      {
        ...{ agent_id: 'agent-7', reference: `crm-${call_id}` },
        ...{ notes: 'Asks for an offer.', duration_seconds: 95, recording_url: null },
      },
    ]);
  });
});

describe('a webhook', () => {
  it('of the service is verified, and one that was altered is not', async () => {
    const { verifyWebhook } = await installed.load();
    const workspace = await TestWorkspace.make(service());
    const webhooks = new Webhooks(workspace);
    const { url, received } = await receiver();
    const secret = await webhooks.rotate();
    const id = await webhooks.apply(await webhooks.action(url));
    await webhooks.whenIs(id, 'delivered');
    const [{ headers, body }] = received as [Received];
    const message = await verifyWebhook({ body, headers, secrets: [secret] });
    expect(message).toMatchObject({ type: 'outcome.applied', delivery_id: id, workspace_id: workspace.id });
    await expect(verifyWebhook({ body: `${body} `, headers, secrets: [secret] })).rejects.toMatchObject({
      name: 'WebhookVerificationError',
      problem: 'wrong_signature',
    });
  });
});
