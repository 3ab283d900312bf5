import fc from 'fast-check';
import { type Collection, type DomainEvent, type IndexValue, keyOf } from '#kernel';
import { TEST_WORKSPACE, testId as id, TestWorkspace } from '#kernel/testing';
import { CONTACT_PROJECTIONS } from '#contacts';
import { DIALING_PROJECTIONS } from '#dialing';
import { MemoryReadModel } from '#read-model/testing';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { SMART_LISTS } from '#smart-lists/domain';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { WORKSPACE_DEFAULTS } from '#workspaces/domain';
import { MEMBER_PROJECTIONS } from '../index.js';
import { added, list, listDeleted, removed } from '../testing/past.js';
import { ListMemberships, ListMembershipsHandler } from './list-memberships.query.js';

const [ANN, BOB] = [id(11), id(12)];
const LISTS = [1, 2, 3, 4, 5, 6, 7, 8].map(id);
/** Of a walk: one that does not come forward has more. */
const MOST_PAGES = 30;
const PROJECTIONS = [
  ...[...WORKSPACES_PROJECTIONS, ...CONTACT_PROJECTIONS, ...SMART_LIST_PROJECTIONS],
  ...[...MEMBER_PROJECTIONS, ...DIALING_PROJECTIONS],
];
const imported = (contact_id: string, phone: string): DomainEvent => ({
  type: 'ContactImported',
  data: { contact_id, phone, name: null },
});
const PAST: readonly DomainEvent[] = [
  { type: 'WorkspaceCreated', data: { name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS } },
  ...[imported(ANN, '+12025550101'), imported(BOB, '+12025550102'), ...LISTS.map(list)],
];

/** A workspace with eight lists, and the reads of its rows as they are at the time. */
class Lists {
  readonly workspace = new TestWorkspace(PROJECTIONS).append(PAST);
  /** The lists that Ann is on, by what this class was told. */
  readonly on = new Set<string>();
  private readonly gone = new Set<string>();

  /** Puts Ann on a list, or takes her off it. */
  toggle(listId: string): void {
    if (this.gone.has(listId)) return;
    const isOn = this.on.has(listId);
    const left = removed('removed_by_request', [listId], [[ANN, [0]]]);
    this.workspace.append([isOn ? left : added(listId, ANN)]);
    if (isOn) this.on.delete(listId);
    else this.on.add(listId);
  }

  /** Deletes a list as one whose memberships a sweep is to end: their rows stay active. */
  remove(listId: string): void {
    if (this.gone.has(listId)) return;
    this.workspace.append([listDeleted(listId, 501)]);
    this.gone.add(listId);
    this.on.delete(listId);
  }

  /** @param without a collection whose rows are not there yet */
  async read(contactId: string, size: number, after?: readonly IndexValue[], without?: Collection) {
    const readModel = new MemoryReadModel();
    for (const { collection } of PROJECTIONS.filter((each) => each.collection.name !== without?.name)) {
      const rows = this.workspace.all(collection);
      await readModel.putRows(rows.map((document) => ({ collection, key: keyOf(collection, document), document })));
    }
    const handler = new ListMembershipsHandler(readModel, { now: async () => this.workspace.now });
    return handler.execute(new ListMemberships(TEST_WORKSPACE, contactId, size, after));
  }
}

const change = fc.record({ isDeletion: fc.boolean(), list: fc.constantFrom(...LISTS) });

describe('the memberships of a contact', () => {
  it('are each shown exactly once by a walk throughout which they exist, and none of a deleted list is', async () => {
    const begins = fc.subarray(LISTS, { minLength: 2 });
    const changes = fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(begins, changes, fc.integer({ min: 1, max: 3 }), async (on, meanwhile, size) => {
        const lists = new Lists();
        for (const listId of on) lists.toggle(listId);
        const [throughout, seen] = [new Set(on), [] as string[]];
        let after: readonly IndexValue[] | undefined;
        for (let page = 0; ; page += 1) {
          const { memberships, next } = await lists.read(ANN, size, after);
          expect(memberships.length).toBeLessThanOrEqual(size);
          for (const { smart_list_id } of memberships) expect(lists.on).toContain(smart_list_id);
          seen.push(...memberships.map(({ smart_list_id }) => smart_list_id));
          if (!next) break;
          after = next;
          expect(page).toBeLessThan(MOST_PAGES);
          for (const { isDeletion, list: listId } of meanwhile[page] ?? []) {
            throughout.delete(listId);
            if (isDeletion) lists.remove(listId);
            else lists.toggle(listId);
          }
        }
        expect(new Set(seen).size).toBe(seen.length);
        for (const listId of throughout) expect(seen).toContain(listId);
      }),
      { numRuns: 200 },
    );
  });

  it('fill pages, also behind lists that are being deleted', async () => {
    const lists = new Lists();
    for (const listId of LISTS) lists.toggle(listId);
    for (const listId of LISTS.slice(0, 5)) lists.remove(listId);
    const { memberships, next } = await lists.read(ANN, 2);
    expect(memberships.map((each) => each.smart_list_name)).toEqual(LISTS.slice(5, 7));
    expect(await lists.read(ANN, 2, next)).toMatchObject({
      memberships: [{ smart_list_id: LISTS[7], smart_list_name: LISTS[7], status: 'queued', contact_id: ANN }],
      next: undefined,
    });
  });

  it('are none of a contact without lists, and unknown of one that does not exist or was deleted', async () => {
    const lists = new Lists();
    lists.toggle(LISTS[0]!);
    expect(await lists.read(BOB, 2)).toEqual({ memberships: [], next: undefined });
    lists.workspace.append([{ type: 'ContactDeleted', data: { contact_id: ANN, phone: '+12025550101' } }]);
    for (const unknown of [ANN, id(99)])
      await expect(lists.read(unknown, 2)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are left out where the rows do not have their list yet', async () => {
    const lists = new Lists();
    lists.toggle(LISTS[0]!);
    expect(await lists.read(ANN, 2, undefined, SMART_LISTS)).toEqual({ memberships: [], next: undefined });
  });
});
