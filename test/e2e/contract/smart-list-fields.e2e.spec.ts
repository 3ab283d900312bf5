import { expectRefused } from '../../support/refused.js';
import { shareWorkspace } from '../../support/shared.js';
import { TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';
import { nextName } from '../../support/api.js';

const workspace = shareWorkspace();
/** Of refusals alone: every refusal compares all lists of its workspace, and this one keeps a single list. */
let refusing: TestWorkspace;
let refusingList: string;
beforeAll(async () => {
  refusing = await TestWorkspace.make(workspace().service);
  refusingList = (await refusing.api.createList()).smart_list_id;
});

const create = (body: object) => ({ method: 'POST', path: '/smart-lists', json: { name: nextName(), ...body } });

/** Expects a value of a field to be accepted on create and on change, and read back. */
async function takes(field: string, value: unknown, stored = value): Promise<void> {
  const { api } = workspace();
  const made = await api.createList({ [field]: value });
  expect(await api.list(made.smart_list_id)).toMatchObject({ [field]: stored });
  const other = await api.createList();
  expect(await api.changeList(other.smart_list_id, { [field]: value })).toMatchObject({ [field]: stored });
  expect(await api.list(other.smart_list_id)).toMatchObject({ [field]: stored });
}

/** Expects a value of a field to be refused on create and on change, with a pointer to the field, or inside of it. */
async function refuses(field: string, value: unknown, rule?: string, inside = ''): Promise<void> {
  const refusal = { code: 'validation_failed', pointer: `/${field}${inside}`, ...(rule !== undefined && { rule }) };
  await expectRefused(refusing, create({ [field]: value }), refusal);
  const path = `/smart-lists/${refusingList}`;
  await expectRefused(refusing, { method: 'PATCH', path, json: { [field]: value } }, refusal);
}

describe('the fields of a smart list', () => {
  it.each([['a'], ['x'.repeat(200)], ['😀'.repeat(200)], ['Ünïcödé'], ['{"quoted"}'], ['a\u00a0b']])(
    '[api list bounds] name: %j is accepted',
    async (name) => {
      const { api } = await TestWorkspace.make(workspace().service);
      const { smart_list_id } = await api.createList({ name });
      expect((await api.list(smart_list_id)).name).toBe(name);
    },
  );

  it.each([
    ['', 'too_short'],
    ['   ', 'too_short'],
    ['\u2003\u00a0', 'too_short'],
    ['x'.repeat(201), 'too_long'],
    ['😀'.repeat(201), 'too_long'],
    [null, undefined],
    [5, 'wrong_type'],
    [['a'], 'wrong_type'],
    ['line\nbreak', 'invalid_characters'],
    ['tab\there', 'invalid_characters'],
    ['bell\u0007', 'invalid_characters'],
    ['c1\u0085', 'invalid_characters'],
  ])('[api list bounds] name: %j is refused', (name, rule) => refuses('name', name, rule));

  it('[seed 2.1 name] is required on create', () =>
    expectRefused(
      refusing,
      { method: 'POST', path: '/smart-lists', json: {} },
      { code: 'validation_failed', pointer: '/name' },
    ));

  it('[api text] a name is stored trimmed and in NFC', async () => {
    const { api } = await TestWorkspace.make(workspace().service);
    const { name } = await api.createList({ name: '  Cafe\u0301 ' });
    expect(name).toBe('Café');
    expect((await api.createList({ name: `  ${'e\u0301'.repeat(200)}  ` })).name).toBe('é'.repeat(200));
  });

  it.each([[''], [null], ['Text with\ttabs\r\nand lines'], ['x'.repeat(2_000)], ['😀'.repeat(2_000)]])(
    '[seed 2.1 description] [api list bounds] %j is accepted',
    (description) => takes('description', description),
  );
  it('[seed 2.1 description] [api text] is stored trimmed', () => takes('description', '  a \n', 'a'));
  it.each([['x'.repeat(2_001)], [7], [{}], ['nul\u0000'], ['bell\u0007']])(
    '[seed 2.1 description] %j is refused',
    (value) => refuses('description', value),
  );

  it.each([['highest'], ['high'], ['medium'], ['low'], ['lowest']])('[seed 2.1 priority] %s is accepted', (priority) =>
    takes('priority', priority),
  );
  it.each([['urgent'], ['High'], [''], [null], [1], ['high ']])('[seed 2.1 priority] %j is refused', (priority) =>
    refuses('priority', priority),
  );

  for (const cap of ['max_attempts_per_day', 'max_attempts_total']) {
    it.each([[null], [0], [1], [1_000_000]])(`[seed 2.1 ${cap}] [seed 8 caps] %j is accepted`, (value) =>
      takes(cap, value),
    );
    it.each([[-1], [1_000_001], [1.5], ['3'], [true], [[]], ['']])(
      `[seed 2.1 ${cap}] [api integers] %j is refused`,
      (value) => refuses(cap, value),
    );
  }

  it.each([
    ['max_attempts_per_day', 'frozen'],
    ['max_attempts_total', 'frozen'],
  ])(
    '[seed 2.1 max_attempts_per_day] [seed 2.1 max_attempts_total] [seed 8 caps] [api integers] 0 in %s freezes: %s',
    async (cap, status) => {
      const { api } = workspace();
      const { smart_list_id } = await api.createList({ [cap]: 0 });
      await api.addMembers(
        smart_list_id,
        (await workspace().contacts(1)).map(({ contact_id }) => ({ contact_id })),
      );
      expect(await api.members(smart_list_id)).toMatchObject([
        { status, status_reason: 'cap_zero', schedule_time: null },
      ]);
      await api.changeList(smart_list_id, { [cap]: null });
      expect(await api.members(smart_list_id)).toMatchObject([{ status: 'queued', status_reason: 'eligible' }]);
    },
  );

  it.each([[true], [false]])('[api list bounds] paused: %j is accepted', (value) => takes('paused', value));
  it.each([[null], [0], [1], ['true'], [[]], ['']])('[api list bounds] paused: %j is refused', (value) =>
    refuses('paused', value),
  );

  it.each([[0], [1], [31_536_000]])('[seed 2.1 min_retry_seconds] %j is accepted', (value) =>
    takes('min_retry_seconds', value),
  );
  it.each([[-1], [31_536_001], [0.5], ['60'], [null], [false]])(
    '[seed 2.1 min_retry_seconds] [api integers] %j is refused',
    (value) => refuses('min_retry_seconds', value),
  );

  it.each([[null], [{ busy: 0 }], [{ lost: 31_536_000, answered: 60 }]])(
    '[api list bounds] retry_seconds: %j is accepted',
    (value) => takes('retry_seconds', value),
  );
  it('[api list bounds] retry_seconds replaces all gaps, and null ends them', async () => {
    const { api } = workspace();
    const { smart_list_id: id } = await api.createList({ retry_seconds: { busy: 1, failed: 2 } });
    expect(await api.changeList(id, { retry_seconds: { busy: 1 } })).toMatchObject({ version: 2 });
    expect((await api.list(id)).retry_seconds).toEqual({ busy: 1 });
    expect(await api.changeList(id, { retry_seconds: null })).toMatchObject({ retry_seconds: null, version: 3 });
    expect(await api.changeList(id, { retry_seconds: null })).toMatchObject({ version: 3 });
  });
  it.each([
    [{}, '', 'required'],
    [{ engaged: 60 }, '/engaged', 'unknown_field'],
    [{ busy: -1 }, '/busy', 'out_of_range'],
    [{ busy: 31_536_001 }, '/busy', 'out_of_range'],
    [{ busy: 0.5 }, '/busy', 'not_an_integer'],
    [{ busy: null }, '/busy', 'wrong_type'],
    [{ busy: '60' }, '/busy', 'wrong_type'],
    [60, '', 'wrong_type'],
    [[], '', 'wrong_type'],
  ])('[api list bounds] retry_seconds: %j is refused', (value, pointer, rule) =>
    refuses('retry_seconds', value, rule, pointer),
  );

  const window = { attempts: 3, hours: 24 };
  it.each([[null], [[{ attempts: 1, hours: 720 }]], [[window, window, { attempts: 32, hours: 1 }, window]]])(
    '[api list bounds] attempt_windows: %j is accepted',
    (value) => takes('attempt_windows', value),
  );
  it.each([
    [[], '', 'too_short'],
    [Array.from({ length: 5 }, () => window), '', 'too_long'],
    [[window, { attempts: 33, hours: 24 }], '/1/attempts', 'out_of_range'],
    [[{ attempts: 0, hours: 24 }], '/0/attempts', 'out_of_range'],
    [[{ attempts: 3, hours: 721 }], '/0/hours', 'out_of_range'],
    [[{ attempts: 3, hours: 0 }], '/0/hours', 'out_of_range'],
    [[{ attempts: 3, hours: 1.5 }], '/0/hours', 'not_an_integer'],
    [[{ attempts: 3 }], '/0/hours', 'required'],
    [[{ ...window, days: 1 }], '/0/days', 'unknown_field'],
    [[null], '/0', 'wrong_type'],
    [window, '', 'wrong_type'],
  ])('[api list bounds] attempt_windows: %j is refused', (value, pointer, rule) =>
    refuses('attempt_windows', value, rule, pointer),
  );

  it.each([15, 20, 25, 30, 35, 40, 45, 50, 55, 60].map((seconds) => [seconds]))(
    '[seed 2.1 dial_timeout_seconds] [seed 8 dial_timeout_seconds] %i is accepted',
    (value) => takes('dial_timeout_seconds', value),
  );
  it.each([[0], [10], [14], [16], [59], [61], [65], [-15], [15.5], ['30'], [null]])(
    '[seed 2.1 dial_timeout_seconds] [seed 8 dial_timeout_seconds] %j is refused',
    (value) => refuses('dial_timeout_seconds', value),
  );

  it('[seed 2.1 next_list_id] [api uuid] accepts another active list, its id in any case; null clears it', async () => {
    const { smart_list_id } = await workspace().api.createList();
    await takes('next_list_id', smart_list_id);
    await takes('next_list_id', smart_list_id.toUpperCase(), smart_list_id);
    await takes('next_list_id', null);
  });
  it.each([['no-uuid'], [''], [5], [UNKNOWN_ID.replaceAll('-', '')], [`{${UNKNOWN_ID}}`], [`${UNKNOWN_ID} `]])(
    '[seed 2.1 next_list_id] [api uuid] %j is refused',
    (value) => refuses('next_list_id', value),
  );
  it('[seed 2.1 next_list_id] [api waterfall] unknown, foreign and deleted lists get the same refusal', async () => {
    const foreign = await workspace().api.createList();
    const deleted = await refusing.api.createList();
    await refusing.api.deleteList(deleted.smart_list_id);
    const details: string[] = [];
    for (const next_list_id of [UNKNOWN_ID, foreign.smart_list_id, deleted.smart_list_id]) {
      const refusal = { code: 'invalid_reference', pointer: '/next_list_id' };
      const { detail } = await expectRefused(refusing, create({ next_list_id }), refusal);
      details.push(detail.replaceAll(next_list_id, 'ID'));
      const path = `/smart-lists/${refusingList}`;
      await expectRefused(refusing, { method: 'PATCH', path, json: { next_list_id } }, refusal);
    }
    expect(new Set(details).size).toBe(1);
  });

  it('[api hours named] calling_hours_id: calling hours in any case; null clears them', async () => {
    const { calling_hours_id } = await workspace().api.createCallingHours();
    await takes('calling_hours_id', calling_hours_id);
    await takes('calling_hours_id', calling_hours_id.toUpperCase(), calling_hours_id);
    await takes('calling_hours_id', null);
  });
  it.each([['no-uuid'], [''], [5], [[]]])('[api hours named] calling_hours_id: %j is refused', (value) =>
    refuses('calling_hours_id', value),
  );
  it('[api hours named] unknown, foreign and deleted calling hours get the same refusal', async () => {
    const foreign = await workspace().api.createCallingHours();
    const deleted = await refusing.api.createCallingHours();
    await refusing.client.delete(`/calling-hours/${deleted.calling_hours_id}`);
    const details = new Set<string>();
    for (const calling_hours_id of [UNKNOWN_ID, foreign.calling_hours_id, deleted.calling_hours_id]) {
      const refusal = { code: 'invalid_reference', pointer: '/calling_hours_id' };
      details.add((await expectRefused(refusing, create({ calling_hours_id }), refusal)).detail);
      const path = `/smart-lists/${refusingList}`;
      await expectRefused(refusing, { method: 'PATCH', path, json: { calling_hours_id } }, refusal);
    }
    expect([...details]).toEqual(['calling_hours_id names no calling hours.']);
  });

  it.each(
    ['source', 'created_at', 'updated_at', 'version', 'member_count', 'smart_list_id', 'attempt_count', 'status']
      .concat([
        'status_reason',
        'last_disposition',
        'schedule_time',
        'workspace_id',
        'organization_id',
        'subaccount_id',
      ])
      .map((field) => [field]),
  )('[seed 2.1 read-only] [api rules/bodies unknown fields] %s is refused', (field) =>
    refuses(field, 'x', 'unknown_field'),
  );

  it('[api list defaults] a list with only a name', async () => {
    const name = nextName();
    expect(await workspace().api.createList({ name })).toEqual({
      smart_list_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      name,
      description: null,
      priority: 'medium',
      max_attempts_per_day: null,
      max_attempts_total: null,
      min_retry_seconds: 3600,
      retry_seconds: null,
      attempt_windows: null,
      dial_timeout_seconds: 30,
      next_list_id: null,
      calling_hours_id: null,
      paused: false,
      source: 'api',
      member_count: 0,
      version: 1,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });
});
