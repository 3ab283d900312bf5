import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDeployment } from '../support/deployments/create-deployment.js';
import { type Deployment, temporaryDirectory } from '../support/deployments/deployment.js';
import { Api, byId } from '../support/api.js';
import { blocks } from '../support/documentation.js';
import { START } from '../support/log.js';
import { ADMIN_TOKEN, type Service, startService } from '../support/service.js';
import { until } from '../support/until.js';
import { shareReceivers, toReceiversHere, Webhooks } from '../support/webhooks.js';
import { TestWorkspace } from '../support/workspace.js';
import { describeWithBash, linesOf, Terminal, type Typed } from './support/typed-commands.js';

/*
 * Goal: what docs/how-to/audit.md prints can be typed, and shows what the page shows.
 * Method: each line of its sh blocks is run by bash beside a service with data. Replaced are ids, instants, the known
 * digest and the port (serve takes a free one); `npx smartlists` is the build, without building first. `serve` and
 * `--follow` are ended by Ctrl-C.
 */

const PAGE = 'docs/how-to/audit.md';
const RUN_MS = 120_000;

/** Ids of the things that the commands of the page name. */
interface Named {
  readonly workspace: string;
  readonly list: string;
  readonly contact: string;
  readonly event: string;
  /** The first of them was called, so the other one comes before it. */
  readonly rivals: readonly [string, string];
}

describeWithBash('the commands of the guide for auditors', () => {
  const receiver = shareReceivers();
  const directory = temporaryDirectory();
  let deployment: Deployment;
  let service: Service;
  let named: Named;
  /** After the data, before the commands. */
  let now: string;
  const commands: string[] = [];
  const typed = new Map<string, Typed>();

  beforeAll(async () => {
    deployment = await createDeployment('embedded');
    service = await startService({ deployment, env: toReceiversHere() });
    const { url } = await receiver();
    named = await makeData(service, url, directory);
    now = new Date().toISOString();
    const terminal = new Terminal(directory, { ...deployment.env, ADMIN_TOKEN });
    commands.push(...(await linesOf(PAGE)));
    let digest = '';
    for (const command of commands) {
      const line = replaced(command, named, now, digest);
      const ended = await terminal.type(line, / serve | --follow/.test(line));
      typed.set(command, ended);
      digest = /^Digest (\S+)$/m.exec(ended.out)?.[1] ?? digest;
    }
  }, RUN_MS);
  afterAll(async () => {
    await service.stop();
    await deployment.remove();
    rmSync(directory, { recursive: true });
  });

  /** The output of the one command that begins with these words behind `npx smartlists`. */
  function outputOf(words: string): string {
    const found = commands.filter((command) => command.includes(words));
    expect(found).toHaveLength(1);
    return typed.get(found[0]!)!.out;
  }

  it('all end well', () => {
    expect(commands.length).toBeGreaterThan(12);
    const failed = [...typed].filter(([, { code, err }]) => code !== 0 || err !== '');
    expect(failed).toEqual([]);
  });

  it('answer as the service did', () => {
    const bodies = [...typed].filter(([command]) => command.includes('Z get ') || command.includes('+01:00 get '));
    expect(bodies).toHaveLength(3);
    for (const [, { out }] of bodies) expect(JSON.parse(out)).toMatchObject({ ok: true });
    expect(outputOf(' serve ')).toMatch(/^http:\/\/127\.0\.0\.1:\d+ answers as of /);
  });

  it.each([
    ['the timeline of a member', 'timeline member', 'CallDispatched'],
    ['a tree of causes', 'audit cause', '<- this event'],
    ['why one contact comes before another one', 'why-before', 'comes before'],
  ])('show %s as the page does', async (_what, words, within) => {
    const [shown] = (await blocks(PAGE, 'text')).filter((block) => block.includes(within));
    const printed = shapeOf(outputOf(words));
    // The page shows a part of what happened, without a line left out between.
    expect(printed).toContain(shapeOf(shown!).trim());
  });

  it('print one JSON object a line, an export that fits, and a digest', () => {
    const lines = outputOf('--json --follow').trim().split('\n');
    expect(JSON.parse(lines[0]!)).toMatchObject({ type: 'ContactImported', effect: 'created' });
    expect(typed.get(commands.find((command) => command.endsWith('--log'))!)!.out).toContain(
      'The log has the same events.',
    );
    for (const command of commands.filter((each) => each.includes('log verify')))
      expect(typed.get(command)!.out).toMatch(/^\d+ events in \d+ streams, all of them fit\.\nDigest \d+:\S+$/m);
  });
});

/** A member who was called and waits, an action with its webhook, and two contacts of a list with a cursor. */
async function makeData(service: Service, url: string, directory: string): Promise<Named> {
  const workspace = await TestWorkspace.make(service);
  const { client } = await workspace.key({ name: 'CRM' });
  writeFileSync(join(directory, 'key.txt'), client.token!);
  const api = new Api(client);
  const [called, first, second] = await workspace.contacts(3);
  const outcome = await new Webhooks(workspace).action(url);
  const list = await api.createList({ name: 'First', priority: 'highest', min_retry_seconds: 3_600 });
  const low = await api.createList({ name: 'Second', priority: 'low', min_retry_seconds: 0 });
  await api.addMembers(list.smart_list_id, [byId(called!)]);
  await api.addMembers(low.smart_list_id, [byId(first!), byId(second!)]);
  const [call] = await api.next();
  await api.endCall(call!.call_id, 'answered');
  const [other] = await api.next();
  await api.applyOutcome(other!.call_id, outcome);
  await api.endCall(other!.call_id, 'busy');
  let event: string | undefined;
  await until('the webhook was sent', async () => {
    event = (await service.log.after(START)).find(({ type }) => type === 'DeliveryAttempted')?.id;
    return event !== undefined;
  });
  return {
    workspace: workspace.id,
    list: list.smart_list_id,
    contact: called!.contact_id,
    event: event!,
    rivals: [first!.contact_id, second!.contact_id],
  };
}

/** A line of the page with real ids, instants of the data, the digest and a free port. */
function replaced(line: string, named: Named, now: string, digest: string): string {
  const { workspace, list, contact, event, rivals } = named;
  const id = '[0-9a-f]{8}-…';
  return line
    .replace(new RegExp(`--workspace ${id}`), `--workspace ${workspace}`)
    .replace(new RegExp(`timeline list ${id}`), `timeline list ${list}`)
    .replace(new RegExp(`timeline member ${id}/${id}`), `timeline member ${list}/${contact}`)
    .replace(new RegExp(`timeline contact ${id}`), `timeline contact ${contact}`)
    .replace(new RegExp(`audit cause ${id}`), `audit cause ${event}`)
    .replace(new RegExp(`why-before ${id} ${id}`), `why-before ${rivals.join(' ')}`)
    .replace(/--from \S+/, `--from ${now.slice(0, 10)}T00:00:00Z`)
    .replace(/ at \d{4}-\S+(?:Z|[+]\d\d:\d\d) /, ` at ${now} `)
    .replace(/--(at|to) \d{4}-\S+/, `--$1 ${now}`)
    .replace(/--known \S+/, `--known ${digest}`)
    .replace(' serve ', ' serve --port 0 ');
}

/** A text with placeholders for ids, instants, numbers, addresses and prefixes of keys. */
function shapeOf(text: string): string {
  return text
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, '<instant>')
    .replace(/[0-9a-f]{8}-(?:…|[0-9a-f-]{27})/g, '<id>')
    .replace(/sl_(?:live|test)_\w+…/g, '<prefix>')
    .replace(/https:[^"]+/g, '<url>')
    .replace(/\b\d+\b/g, '<n>');
}
