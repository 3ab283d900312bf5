import { given, TEST_WORKSPACE, testId } from '#kernel/testing';
import { AROUND_IMPORTS, contactImported, IMPORT, importCreated, LIST, listCreated } from '../testing/past.js';
import {
  advanceImport,
  beginRows,
  cancelImport,
  createImport,
  finishImport,
  IMPORT_REFUSALS,
  IMPORTS,
  MAX_OPEN_IMPORTS,
  type ReadRow,
} from './index.js';

const KEY = [TEST_WORKSPACE, IMPORT];
const [ANN, BOB, CAT] = [testId(1), testId(2), testId(3)] as const;
const [PHONE, OTHER, NOBODYS] = ['+12025550101', '+12025550102', '+12025550103'] as const;
const UNREADABLE = { pointer: '/phone', code: 'required', detail: 'Must be given.' };

const workspace = (...events: Parameters<typeof given>[1][number][]) => given(AROUND_IMPORTS, events);
const contactRow = (row: number, contactId: string, phone: string, name?: string): ReadRow => ({
  row,
  line: row + 1,
  read: { item: { contactId, phone, isMade: false, name } },
});
const reference = (row: number, item: { phone: string } | { contactId: string } | { externalId: string }): ReadRow => ({
  ...{ row, line: row + 1, read: { item } },
});
const unreadable = (row: number): ReadRow => ({ row, line: row + 1, read: { refusal: UNREADABLE } });
const checkAt = (row: number): number => 7_000 + row;
const counts = (some: object) => ({
  ...{ created: 0, updated: 0, unchanged: 0, members_added: 0, members_removed: 0, refused: 0 },
  ...some,
});

describe('a new import', () => {
  it('is open and has no rows yet', () => {
    workspace(listCreated)
      .when(createImport(IMPORT, { kind: 'contacts', smart_list_id: LIST, name: 'autumn.csv' }))
      .thenEvents([
        {
          type: 'ImportCreated',
          data: { import_id: IMPORT, kind: 'contacts', smart_list_id: LIST, name: 'autumn.csv' },
        },
      ])
      .thenAnswer({ status: 201, location: `/imports/${IMPORT}` })
      .thenRow(IMPORTS, KEY, { state: 'open', open: 1, up_to_row: 0 });
  });

  it('names an active list; members need one', () => {
    workspace()
      .when(createImport(IMPORT, { kind: 'removals', smart_list_id: LIST }))
      .thenRefused('invalid_reference', '/smart_list_id');
    expect(() => createImport(IMPORT, { kind: 'members' })).toThrow('name it');
  });

  it('is one of at most 20 that are open; one that is cancelled makes room', () => {
    const all = Array.from({ length: MAX_OPEN_IMPORTS }, (_, n) => importCreated('contacts', null, testId(700 + n)));
    const create = createImport(IMPORT, { kind: 'contacts' });
    workspace(...all)
      .when(create)
      .thenRefused('resource_conflict');
    workspace(...all, { type: 'ImportCancelled', data: { import_id: testId(700) } })
      .when(create)
      .thenTypes('ImportCreated');
  });
});

describe('the next rows', () => {
  it('of contacts are done together with how far they are, and the refused ones are named', () => {
    const rows = [contactRow(1, ANN, PHONE), unreadable(2), contactRow(3, BOB, OTHER), contactRow(4, BOB, OTHER)];
    workspace(listCreated, importCreated('contacts', LIST))
      .when(advanceImport(IMPORT, { rows, checkAt }))
      .thenTypes('ContactImported', 'ContactImported', 'MemberAdded', 'MemberAdded', 'ImportAdvanced')
      .thenAnswer({ body: { up_to_row: 4 } })
      .thenRow(IMPORTS, KEY, {
        up_to_row: 4,
        check: 7_004,
        counts: counts({ created: 2, unchanged: 1, members_added: 2, refused: 1 }),
      })
      .thenRow(IMPORT_REFUSALS, [TEST_WORKSPACE, IMPORT, '4'], { reasons: [UNREADABLE], rows: [[2, 3, 0]] });
  });

  it('end in front of a contact that was changed', () => {
    const rows = [contactRow(1, ANN, PHONE), unreadable(2), contactRow(3, ANN, OTHER), unreadable(4)];
    const begun = workspace(importCreated('contacts')).when(advanceImport(IMPORT, { rows, checkAt }));
    begun.thenAnswer({ body: { up_to_row: 2 } }).thenRow(IMPORTS, KEY, { up_to_row: 2, check: 7_002 });
    begun
      .and()
      .when(advanceImport(IMPORT, { rows: rows.slice(2), checkAt }))
      .thenTypes('ContactChanged', 'ImportAdvanced')
      .thenRow(IMPORTS, KEY, { up_to_row: 4, check: 7_004, counts: counts({ created: 1, updated: 1, refused: 2 }) });
  });

  it('of members name contacts by id, phone and external id', () => {
    const details = { type: 'ContactDetailsChanged', data: { ...DETAILS, contact_id: BOB } };
    const past = [contactImported(ANN, PHONE), contactImported(BOB, OTHER), details, listCreated];
    const rows = [
      ...[reference(1, { phone: PHONE }), reference(2, { externalId: 'crm-1' }), reference(3, { contactId: ANN })],
      ...[reference(4, { phone: NOBODYS }), reference(5, { contactId: CAT }), reference(6, { externalId: 'crm-2' })],
    ];
    const then = workspace(...past, importCreated('members', LIST)).when(advanceImport(IMPORT, { rows, checkAt }));
    then.thenTypes('MemberAdded', 'MemberAdded', 'ImportAdvanced');
    then.thenRow(IMPORTS, KEY, { counts: counts({ members_added: 2, unchanged: 1, refused: 3 }) });
    then.thenRow(IMPORT_REFUSALS, [TEST_WORKSPACE, IMPORT, '6'], {
      rows: [
        [4, 5, 0],
        [5, 6, 0],
        [6, 7, 0],
      ],
    });
    const removal = { ...importCreated('removals', null, testId(902)) };
    then
      .and()
      .when(() => ({ events: [removal], answer: () => ({ status: 200, body: {} }) }))
      .and()
      .when(
        advanceImport(testId(902), {
          rows: [reference(1, { contactId: ANN }), reference(2, { contactId: ANN })],
          checkAt,
        }),
      )
      .thenTypes('MemberRemoved', 'ImportAdvanced')
      .thenRow(IMPORTS, [TEST_WORKSPACE, testId(902)], { counts: counts({ members_removed: 1, unchanged: 1 }) });
  });

  it('are refused where others have done them, and of an import that is not open', () => {
    const rows = [contactRow(2, ANN, PHONE)];
    const open = workspace(importCreated('contacts'));
    open.when(advanceImport(IMPORT, { rows, checkAt })).thenRefused('unavailable');
    const cancelled = workspace(importCreated('contacts'), { type: 'ImportCancelled', data: { import_id: IMPORT } });
    cancelled.when(advanceImport(IMPORT, { rows: [unreadable(1)], checkAt })).thenRefused('resource_conflict');
    cancelled.when(beginRows(IMPORT)).thenRefused('resource_conflict');
    workspace().when(beginRows(IMPORT)).thenRefused('not_found');
  });

  it('are refused once the list of the import is deleted', () => {
    const deleted = { type: 'SmartListDeleted', data: { smart_list_id: LIST, members_left: 0 } };
    workspace(listCreated, importCreated('members', LIST), deleted).when(beginRows(IMPORT)).thenRefused('not_found');
  });
});

describe('the end of an import', () => {
  it('tells what became of its rows, once', () => {
    const advanced = advanceImport(IMPORT, { rows: [contactRow(1, ANN, PHONE)], checkAt });
    const done = workspace(importCreated('contacts')).when(advanced).and();
    done.when(finishImport(IMPORT, 2)).thenRefused('unavailable');
    const finished = done.when(finishImport(IMPORT, 1));
    finished
      .thenEvents([
        {
          type: 'ImportFinished',
          data: {
            import_id: IMPORT,
            kind: 'contacts',
            smart_list_id: null,
            name: null,
            rows: 1,
            counts: counts({ created: 1 }),
          },
        },
      ])
      .thenRow(IMPORTS, KEY, { state: 'finished', open: 0 });
    finished.and().when(finishImport(IMPORT, 1)).thenNothing();
    finished.and().when(cancelImport(IMPORT)).thenRefused('resource_conflict');
    finished
      .and()
      .when(beginRows(IMPORT))
      .thenAnswer({ body: { state: 'finished', up_to_row: 1 } });
  });

  it('may be its cancellation, which is repeated in vain', () => {
    const cancelled = workspace(importCreated('contacts')).when(cancelImport(IMPORT));
    cancelled.thenTypes('ImportCancelled').thenRow(IMPORTS, KEY, { state: 'cancelled' });
    cancelled.and().when(cancelImport(IMPORT)).thenNothing();
  });
});

const DETAILS = {
  slots: ['external_id'],
  external_id: 'crm-1',
  phone_label: null,
  further_phones: [],
  attributes: {},
  time_zone: null,
};
