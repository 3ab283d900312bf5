import { DomainError } from '#kernel';
import { callersStep, testId as id, TestWorkspace } from '#kernel/testing';
import { DecidingHarness, settled } from '#workers/testing';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { changeWorkspace, WORKSPACE_DEFAULTS } from '#workspaces/domain';
import { expectPrintable } from '../../http/testing/sent-commands.js';
import { IndexAttributesHandler } from '../commands/index-attributes.command.js';
import { ATTRIBUTE_INDEXING, CONTACT_TERMS, importContacts, INDEXING_CHUNK } from '../domain/index.js';
import { CONTACT_PROJECTIONS } from '../projections/index.js';
import { AttributeIndexWorker } from './attribute-index-worker.js';
import type { ContactWalkPorts } from './contact-walk-worker.js';

const [ONE, TWO] = [id(8), id(9)] as const;

/** A workspace that has declared an attribute, which each of its contacts has. */
function workspaceWith(workspaceId: string, contacts: number): TestWorkspace {
  const workspace = new TestWorkspace([...WORKSPACES_PROJECTIONS, ...CONTACT_PROJECTIONS], { workspaceId });
  workspace.append([{ type: 'WorkspaceCreated', data: { name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS } }]);
  const items = Array.from({ length: contacts }, (_, n) => ({
    ...{ contactId: id(100 + n), phone: '+12025550101', attributes: { tier: n } },
  }));
  workspace.append(importContacts(items)(workspace).events);
  return workspace.append(changeWorkspace({ searchable_attributes: ['tier'] })(workspace).events);
}

/** The ports of a worker, with the failures that each test sets. */
class Around extends DecidingHarness implements ContactWalkPorts {
  readonly bus = this.busTo(new IndexAttributesHandler(this.decider));
  readonly readModel = { page: (() => Promise.resolve(this.pending())) as never };

  constructor(readonly workspaces: readonly TestWorkspace[]) {
    super();
  }

  /** The rows are read from the workspaces themselves. */
  show(): Promise<void> {
    return Promise.resolve();
  }

  of(workspaceId: string): TestWorkspace {
    return this.workspaces.find((each) => each.workspaceId === workspaceId)!;
  }

  indexed(workspaceId: string): number {
    return this.of(workspaceId)
      .all(CONTACT_TERMS)
      .filter(({ live }) => live === 1).length;
  }

  private pending() {
    return this.workspaces.flatMap((each) => each.all(ATTRIBUTE_INDEXING)).filter(({ done }) => done === 0);
  }
}

it('indexes all contacts in chunks, with the change of the attributes as the cause', async () => {
  const around = new Around([workspaceWith(ONE, 2 * INDEXING_CHUNK + 1)]);
  const [row] = around.of(ONE).all(ATTRIBUTE_INDEXING);
  const asked = new Set<string>();
  const traceAt = async (workspaceId: string, revision: number) => {
    asked.add(`${workspaceId} ${revision}`);
    return callersStep();
  };
  new AttributeIndexWorker(Object.assign(around, { traceAt })).start();
  await settled();
  expect([around.indexed(ONE), around.commands.length]).toEqual([2 * INDEXING_CHUNK + 1, 3]);
  expect(around.of(ONE).all(ATTRIBUTE_INDEXING)).toMatchObject([{ done: 1 }]);
  expect(around.commands[2]).toMatchObject({
    actor: { kind: 'system', id: 'attribute_indexing' },
    correlationId: 'test',
    causationId: row!.event_id,
    traceparent: callersStep(),
  });
  expect([...asked]).toEqual([`${ONE} ${row!.since}`]);
  expectPrintable(around.sent, ['IndexAttributes']);
});

it('takes the next chunk only when the rows have the last one, and continues where another process was killed', async () => {
  const workspace = workspaceWith(ONE, 2 * INDEXING_CHUNK);
  const first = new Around([workspace]);
  first.visible = false;
  const worker = new AttributeIndexWorker(first);
  worker.start();
  await settled();
  expect([first.indexed(ONE), first.commands.length, first.waits.length]).toEqual([INDEXING_CHUNK, 1, 1]);
  const stopping = worker.stop();
  first.waits[0]!(true);
  await stopping;
  expect(first.commands).toHaveLength(1);
  const second = new Around([workspace]);
  new AttributeIndexWorker(second).start();
  await settled();
  expect(second.indexed(ONE)).toBe(2 * INDEXING_CHUNK);
  expect(second.of(ONE).all(ATTRIBUTE_INDEXING)).toMatchObject([{ done: 1 }]);
});

it('parks a workspace after ten failed tries and names it, while another one is indexed', async () => {
  const around = new Around([workspaceWith(ONE, 1), workspaceWith(TWO, 1)]);
  let tries = 0;
  around.failing = ({ workspaceId }) => {
    if (workspaceId === TWO) return undefined;
    tries += 1;
    return new Error('unknown event type');
  };
  const worker = new AttributeIndexWorker(around);
  worker.start();
  await settled();
  for (let rings = 0; rings < 100; rings += 1) await around.passToNext();
  expect(tries).toBe(10);
  expect(worker.parked()).toEqual([{ workspaceId: ONE, reason: 'unknown event type' }]);
  expect([around.indexed(ONE), around.indexed(TWO)]).toEqual([0, 1]);
});

it('waits without end while a store is away, and forgets a deleted workspace', async () => {
  const around = new Around([workspaceWith(ONE, 1), workspaceWith(TWO, 1)]);
  around.failing = ({ workspaceId }) =>
    workspaceId === ONE ? new DomainError('unavailable', 'The store is away.') : new DomainError('not_found', 'Gone.');
  const worker = new AttributeIndexWorker(around);
  worker.start();
  await settled();
  for (let rings = 0; rings < 40; rings += 1) await around.passToNext();
  expect([around.indexed(ONE), worker.parked()]).toEqual([0, []]);
  around.failing = () => undefined;
  while (around.indexed(ONE) === 0) await around.passToNext();
  expect(around.indexed(TWO)).toBe(0);
});
