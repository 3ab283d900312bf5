import { type DomainEvent, EventSchemas } from '#kernel';
import { given, type Given, recorded, TEST_WORKSPACE, testId as id } from '#kernel/testing';
import { MAX_APPEND_BYTES } from '#event-store';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { deleteList, requireList, SETTINGS_DEFAULTS } from '#smart-lists/domain';
import { dialGroupsProjection } from '../projections/dial-groups.projection.js';
import {
  changeDialGroup,
  createDialGroup,
  deleteDialGroup,
  LISTS_OF_GROUP,
  MAX_DIAL_GROUPS,
} from './decide-dial-group.js';
import { DIAL_GROUP_SCHEMAS, DIAL_GROUPS } from './dial-group.js';
import { takeOutOfGroups } from './groups-of-view.js';

const [SPRING, AUTUMN, GONE, NORTH, SOUTH] = [id(1), id(2), id(3), id(11), id(12)] as const;
const AT = '2030-01-01T00:00:00.000Z';

const list = (smart_list_id: string, name: string, fields: object = {}): DomainEvent => ({
  type: 'SmartListCreated',
  data: { smart_list_id, name, ...SETTINGS_DEFAULTS, ...fields, source: 'api' },
});
const group = (dial_group_id: string, name: string, smart_list_ids: readonly string[]): DomainEvent => ({
  type: 'DialGroupCreated',
  data: { dial_group_id, name, smart_list_ids },
});
const changed = (changes: object): DomainEvent => ({
  type: 'DialGroupChanged',
  data: { dial_group_id: NORTH, changes },
});
const past = [
  ...[list(SPRING, 'Spring'), list(AUTUMN, 'Autumn'), list(GONE, 'Gone')],
  { type: 'SmartListDeleted', data: { smart_list_id: GONE, members_left: 0 } },
];
const workspace = (...events: DomainEvent[]): Given =>
  given([...SMART_LIST_PROJECTIONS, dialGroupsProjection], [...past, ...events]);
const create = (name: string, ...lists: string[]) => createDialGroup(NORTH, { name, smart_list_ids: lists });
const change = (patch: object) => changeDialGroup(NORTH, patch, () => undefined);

describe('a new dial group', () => {
  it('has the lists in the order in which they were sent', () => {
    workspace()
      .when(create('North', SPRING, AUTUMN))
      .thenEvents([group(NORTH, 'North', [SPRING, AUTUMN])])
      .thenAnswer({
        status: 201,
        location: `/dial-groups/${NORTH}`,
        etag: '"1"',
        body: {
          ok: true,
          dial_group: {
            dial_group_id: NORTH,
            name: 'North',
            smart_list_ids: [SPRING, AUTUMN],
            version: 1,
            created_at: AT,
            updated_at: AT,
          },
        },
      });
  });

  it('has active lists only', () => {
    workspace()
      .when(create('North', SPRING, GONE))
      .thenRefused('invalid_reference', '/smart_list_ids/1');
    workspace()
      .when(create('North', id(9)))
      .thenRefused('invalid_reference', '/smart_list_ids/0');
  });

  it('has a name of its own, upper and lower case being the same, which a deleted one gives back', () => {
    const deleted = { type: 'DialGroupDeleted', data: { dial_group_id: SOUTH } };
    workspace(group(SOUTH, 'NORTH', [SPRING]))
      .when(create('north', SPRING))
      .thenRefused('resource_conflict', '/name');
    workspace(group(SOUTH, 'NORTH', [SPRING]), deleted)
      .when(create('north', SPRING))
      .thenTypes('DialGroupCreated');
  });

  it('is one of at most 100', () => {
    const groups = Array.from({ length: MAX_DIAL_GROUPS }, (_, n) => group(id(100 + n), `group ${n}`, [SPRING]));
    workspace(...groups.slice(1))
      .when(create('North', SPRING))
      .thenTypes('DialGroupCreated');
    workspace(...groups)
      .when(create('North', SPRING))
      .thenRefused('resource_conflict');
  });
});

describe('a change of a dial group', () => {
  const north = group(NORTH, 'North', [SPRING]);

  it('is what differs', () => {
    workspace(north)
      .when(change({ name: 'North', smart_list_ids: [AUTUMN, SPRING] }))
      .thenEvents([changed({ smart_list_ids: [AUTUMN, SPRING] })])
      .thenAnswer({ status: 200, etag: '"2"', body: { dial_group: { name: 'North', version: 2 } } });
    workspace(north)
      .when(change({ name: 'NORTH' }))
      .thenEvents([changed({ name: 'NORTH' })]);
    workspace(north)
      .when(change({ smart_list_ids: [SPRING] }))
      .thenNothing()
      .thenAnswer({ status: 200, etag: '"1"' });
  });

  it('keeps no list, if none is left, until it is given some', () => {
    const empty = workspace(north, changed({ smart_list_ids: [] }));
    empty.when(change({ name: 'N' })).thenAnswer({ body: { dial_group: { name: 'N', smart_list_ids: [] } } });
    empty.when(change({ smart_list_ids: [AUTUMN] })).thenAnswer({ body: { dial_group: { smart_list_ids: [AUTUMN] } } });
  });

  it('is refused for no such group, another version, a list that is not active, and a name that is taken', () => {
    const both = workspace(north, group(SOUTH, 'South', [SPRING]));
    both.when(changeDialGroup(id(9), {}, () => undefined)).thenRefused('not_found');
    const versions: number[] = [];
    both.when(changeDialGroup(NORTH, {}, (version) => void versions.push(version))).thenNothing();
    expect(versions).toEqual(expect.arrayContaining([1]));
    both.when(change({ smart_list_ids: [GONE] })).thenRefused('invalid_reference', '/smart_list_ids/0');
    both.when(change({ name: 'south' })).thenRefused('resource_conflict', '/name');
  });
});

it('a deleted dial group is gone, its lists are not', () => {
  workspace(group(NORTH, 'North', [SPRING]))
    .when(deleteDialGroup(NORTH, () => undefined))
    .thenEvents([{ type: 'DialGroupDeleted', data: { dial_group_id: NORTH } }])
    .thenAnswer({ status: 200, body: { ok: true, dial_group_id: NORTH, deleted: true } })
    .thenRow(DIAL_GROUPS, [TEST_WORKSPACE, NORTH], { live: 0 })
    .and()
    .when(deleteDialGroup(NORTH, () => undefined))
    .thenRefused('not_found');
});

it('the deletion of a list that is in all groups, and the next list of 999 others, fits into one append', () => {
  const lists = Array.from({ length: 1_000 }, (_, n) =>
    list(id(10_000 + n), `list ${n}`, { next_list_id: n === 0 ? null : id(10_000) }),
  );
  const ids = Array.from({ length: LISTS_OF_GROUP.max }, (_, n) => id(10_000 + n));
  const groups = Array.from({ length: MAX_DIAL_GROUPS }, (_, n) => group(id(100 + n), `group ${n}`, ids));
  const { workspace: view } = given([...SMART_LIST_PROJECTIONS, dialGroupsProjection], [...lists, ...groups]);
  const events = [...deleteList(view, requireList(view, ids[0]!), 0), ...takeOutOfGroups(view, ids[0]!)];
  expect(events).toHaveLength(1 + 999 + MAX_DIAL_GROUPS);
  const schemas = new EventSchemas(DIAL_GROUP_SCHEMAS);
  const bytes = events.reduce((sum, event) => {
    const { data } = recorded(event, 0);
    return sum + Buffer.byteLength(JSON.stringify(data)) + schemas.bytesOfSealing(recorded(event, 0));
  }, 0);
  // 500 memberships that end in the same append are 25 kB.
  expect(bytes + 30_000).toBeLessThan(MAX_APPEND_BYTES);
});
