import { type Collection, type DocumentKey, type DomainEvent, type Instant, keyOf, type Row } from '#kernel';
import { TEST_WORKSPACE, testId as id, TestWorkspace } from '#kernel/testing';
import { CONTACT_PROJECTIONS } from '#contacts';
import { DIALING_PROJECTIONS } from '#dialing';
import type { PageOptions } from '#read-model';
import { MemoryReadModel } from '#read-model/testing';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { SMART_LISTS } from '#smart-lists/domain';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { WORKSPACE_DEFAULTS } from '#workspaces/domain';
import { MEMBERS } from '../domain/member.js';
import type { MemberStatus } from '../domain/present-member.js';
import { MEMBER_PROJECTIONS } from '../index.js';
import { dispatched, over } from '../testing/dispatches.js';
import { added, list } from '../testing/past.js';
import { MEMBERS_PAGE } from './members-page.js';

const [LIST, ANN, CALL] = [id(1), id(11), id(71)] as const;
const FROM = { list: LIST, contact: ANN, number: 3 };
const PROJECTIONS = [
  ...WORKSPACES_PROJECTIONS,
  ...CONTACT_PROJECTIONS,
  ...SMART_LIST_PROJECTIONS,
  ...MEMBER_PROJECTIONS,
  ...DIALING_PROJECTIONS,
];
const PAST: readonly DomainEvent[] = [
  { type: 'WorkspaceCreated', data: { name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS } },
  { type: 'ContactImported', data: { contact_id: ANN, phone: '+12025550101', name: null } },
  list(LIST),
  added(LIST, ANN),
];

/** Rows of a workspace where events happen as soon as members have been read. */
class Overtaken extends MemoryReadModel {
  readonly workspace = new TestWorkspace(PROJECTIONS).append(PAST);

  constructor(
    before: readonly DomainEvent[],
    private meanwhile: readonly DomainEvent[],
  ) {
    super();
    this.workspace.append(before);
  }

  override async page<Doc extends Row>(collection: Collection<Doc>, options: PageOptions): Promise<Doc[]> {
    const rows = await super.page(collection, options);
    await this.wereRead(collection);
    return rows;
  }

  override async getMany<Doc extends Row>(collection: Collection<Doc>, keys: readonly DocumentKey[]) {
    const rows = await super.getMany(collection, keys);
    await this.wereRead(collection);
    return rows;
  }

  async show(): Promise<this> {
    for (const { collection } of PROJECTIONS) {
      const rows = this.workspace.all(collection);
      await this.putRows(rows.map((document) => ({ collection, key: keyOf(collection, document), document })));
    }
    return this;
  }

  private async wereRead({ name }: Collection): Promise<void> {
    if (name !== MEMBERS.name || this.meanwhile.length === 0) return;
    this.workspace.append(this.meanwhile);
    this.meanwhile = [];
    await this.show();
  }
}

function membersOf(readModel: MemoryReadModel, at: Instant, status?: MemberStatus) {
  const list = { workspaceId: TEST_WORKSPACE, smartListId: LIST };
  return MEMBERS_PAGE.find(readModel, { ...list, status, size: 10, after: undefined, at });
}

/** The result of a read of the list during which events happen. */
async function read(before: readonly DomainEvent[], meanwhile: readonly DomainEvent[], status?: MemberStatus) {
  const readModel = await new Overtaken(before, meanwhile).show();
  const { items } = await membersOf(readModel, readModel.workspace.now, status);
  return items.map((member) => [member['status'], member['status_reason']]);
}

describe('a read of members that is overtaken', () => {
  const [call, end] = [dispatched(CALL, FROM), over(CALL, FROM)];

  it('by the end of a call shows the member in the call, never as eligible between call and gap', async () => {
    expect(await read([call], [])).toEqual([['in_call', 'call_in_progress']]);
    expect(await read([call], end)).toEqual([['in_call', 'call_in_progress']]);
    expect(await read([call], end, 'in_call')).toEqual([['in_call', 'call_in_progress']]);
    expect(await read([call, ...end], [])).toEqual([['waiting', 'retry_gap']]);
  });

  it('by a dispatch shows the member before it or in the call', async () => {
    expect(await read([], [call])).toEqual([['in_call', 'call_in_progress']]);
    expect(await read([], [call, ...end])).toEqual([['queued', 'eligible']]);
  });
});

it('a membership of an erased contact has no phone, and says since when', async () => {
  const removed = { reason: 'contact_deleted', lists: [LIST], contacts: [{ contact_id: ANN, lists: [0] }] };
  const readModel = await new Overtaken(
    [
      { type: 'ContactDeleted', data: { contact_id: ANN, phone: '+12025550101' } },
      { type: 'MemberRemoved', data: removed },
      { type: 'ContactErased', data: { contact_id: ANN } },
    ],
    [],
  ).show();
  const now = readModel.workspace.now;
  const { items } = await membersOf(readModel, now, 'removed');
  expect(items).toMatchObject([{ contact_id: ANN, phone: null, erased_at: now }]);
});

it('a read of rows that have the list and not yet its workspace is 503, not an internal error', async () => {
  const readModel = new MemoryReadModel();
  const [row] = new TestWorkspace(PROJECTIONS).append(PAST).all(SMART_LISTS);
  await readModel.putRows([{ collection: SMART_LISTS, key: [TEST_WORKSPACE, LIST], document: row! }]);
  const read = membersOf(readModel, '2030-01-01T00:00:00.000Z');
  await expect(read).rejects.toMatchObject({ code: 'unavailable' });
});
