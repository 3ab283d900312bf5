import type { DomainEvent } from '#kernel';
import { TEST_WORKSPACE, testId, VirtualTimers } from '#kernel/testing';
import type { ImportAdvanced, ImportKind, ReadRow } from '../domain/index.js';
import { contactImported, IMPORT, importCreated, LIST, listCreated } from '../testing/past.js';
import { StagedDecider } from '../testing/staged-decider.js';
import { ImportCommands } from './import-commands.js';
import { type ArrivedRows, RowsUnderWay } from './rows-under-way.js';

const context = {
  workspaceId: TEST_WORKSPACE,
  actor: { kind: 'system', id: 'test' },
  correlationId: 'c',
  causationId: null,
} as const;

const phoneOf = (row: number): string => `+12025${String(row).padStart(6, '0')}`;
const row = (number: number, contact = number): ReadRow => ({
  row: number,
  line: number + 1,
  read: { item: { contactId: testId(contact), phone: phoneOf(number), isMade: false } },
});
const batch = (first: number, count: number, at: (number: number) => ReadRow = row): ArrivedRows => ({
  rows: Array.from({ length: count }, (_, n) => at(first + n)),
  checkAt: (number) => number,
  bytes: 10,
});
const ANN = testId(501);
/** Rows 1 and 2 make two contacts. Where Ann has the external id `crm-1` by then, both change her, in two decisions. */
const ofAnn = (): ArrivedRows => {
  const second = { contactId: testId(502), phone: phoneOf(2), isMade: true, external_id: 'crm-1' };
  return batch(1, 2, (number) => (number === 1 ? row(1, 501) : { ...row(2), read: { item: second } }));
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

interface Options {
  readonly kind?: ImportKind;
  readonly limit?: number;
  readonly past?: readonly DomainEvent[];
  /** Other processes write the log, too. */
  readonly isShared?: boolean;
}

function importing({ kind = 'contacts', limit, past = [], isShared = false }: Options = {}) {
  const decider = new StagedDecider([listCreated, importCreated(kind, LIST), ...past], limit);
  if (isShared) decider.commandsBegun = undefined;
  const timers = new VirtualTimers();
  let isStopping = false;
  const clock = { time: 0, now: () => clock.time };
  const ports = { commands: new ImportCommands(decider), clock, timers, isStopping: () => isStopping };
  const underWay = new RowsUnderWay(ports, context, { importId: IMPORT, kind, done: 0 });
  const told: string[] = [];
  const tell = (what: string, work: Promise<number | void>): Promise<void> =>
    work.then(
      (value) => void told.push(value === undefined ? what : `${what}: ${value}`),
      (error: unknown) => void told.push(`${what}: ${(error as Error).message}`),
    );
  const rowsDone = (): readonly unknown[] =>
    decider.appended.flatMap((event) =>
      event.type === 'ImportAdvanced' ? [(event as ImportAdvanced).data.up_to_row] : [],
    );
  return { decider, timers, clock, underWay, told, tell, rowsDone, stop: () => (isStopping = true) };
}

describe('rows of an import that is alone', () => {
  it('are decided before those in front of them are durable, three decisions at most', async () => {
    const { decider, underWay, told, tell, rowsDone } = importing();
    void tell(
      'added',
      [1, 3, 5, 7].reduce((last, first) => last.then(() => underWay.add(batch(first, 2))), Promise.resolve()),
    );
    await settled();
    expect([decider.decided, decider.underWay, told]).toEqual([[2, 4, 6], 3, []]);
    decider.confirm();
    await settled();
    expect([decider.decided, decider.underWay, told]).toEqual([[2, 4, 6, 8], 3, ['added']]);
    void tell('ended', underWay.end());
    for (let n = 0; n < 3; n += 1) {
      expect(told).toEqual(['added']);
      decider.confirm();
      await settled();
    }
    expect(told).toEqual(['added', 'ended: 8']);
    expect(rowsDone()).toEqual([2, 4, 6, 8]);
  });

  it('are decided again where a lost race ends the decision in front of them early', async () => {
    const { decider, underWay, tell, told, rowsDone } = importing();
    await underWay.add(ofAnn());
    await underWay.add(batch(3, 2));
    expect(decider.decided).toEqual([2, 4]);
    // Now both rows are of Ann, and the second one waits until the first one is done.
    decider.loseRace([contactImported(ANN, phoneOf(9)), externalIdGiven(ANN, 'crm-1')]);
    void tell('ended', underWay.end());
    decider.confirm();
    await settled();
    expect([rowsDone(), decider.decided]).toEqual([[1], [2, 4, 1, 2, 4]]);
    decider.confirm();
    decider.confirm();
    await settled();
    expect(told).toEqual(['ended: 4']);
    expect(rowsDone()).toEqual([1, 2, 4]);
  });

  it('are decided again where a refusal of rows was predicted on rows that a lost race left out', async () => {
    const { decider, underWay, tell, told, rowsDone } = importing({ limit: 5 });
    await underWay.add(batch(1, 2));
    void tell('added', underWay.add(batch(3, 4)));
    await settled();
    // Two contacts exist now: their four rows fit, though it was predicted that they do not.
    decider.loseRace(
      [3, 4].flatMap((number) => [contactImported(testId(number), phoneOf(number)), memberAdded(testId(number))]),
    );
    decider.confirm();
    decider.confirm();
    await settled();
    expect(told).toEqual(['added']);
    expect(await underWay.end()).toBe(6);
    expect(rowsDone()).toEqual([2, 6]);
  });

  it('come behind those that a lost race has put back, also where they were refused', async () => {
    const { decider, underWay, tell, told, rowsDone } = importing({ limit: 6 });
    await underWay.add(ofAnn());
    void tell('added', underWay.add(batch(3, 4)));
    await settled();
    decider.loseRace([contactImported(ANN, phoneOf(9)), externalIdGiven(ANN, 'crm-1')]);
    for (let n = 0; n < 8 && decider.underWay > 0; n += 1) {
      decider.confirm();
      await settled();
    }
    expect(told).toEqual(['added']);
    expect(await underWay.end()).toBe(6);
    expect(rowsDone()).toEqual([1, 2, 4, 6]);
  });

  it('end where another request has done some of them', async () => {
    const { decider, underWay, tell, told, rowsDone } = importing();
    await underWay.add(batch(1, 2));
    await underWay.add(batch(3, 2));
    decider.loseRace([{ type: 'ImportAdvanced', data: advancedTo(1) }]);
    void tell('ended', underWay.end());
    decider.confirm();
    await settled();
    expect(told[0]).toContain('Another request sends the rows of this import.');
    expect(rowsDone()).toEqual([]);
  });

  it('one decision at a time, where they are removals', async () => {
    const { decider, underWay, tell } = importing({ kind: 'removals', past: [contactImported(testId(1), phoneOf(1))] });
    const phone = (number: number): ReadRow => ({ ...row(number), read: { item: { phone: phoneOf(number) } } });
    void tell(
      'added',
      underWay.add(batch(1, 1, phone)).then(() => underWay.add(batch(2, 1, phone))),
    );
    await settled();
    expect([decider.decided, decider.underWay]).toEqual([[1], 1]);
    decider.confirm();
    await settled();
    expect(decider.decided).toEqual([1, 2]);
  });

  it('are halved until their events fit into an append', async () => {
    const { decider, underWay, tell, told, rowsDone } = importing({ limit: 5 });
    void tell(
      'ended',
      underWay.add(batch(1, 8)).then(() => underWay.end()),
    );
    for (let n = 0; n < 8 && told.length === 0; n += 1) {
      await settled();
      if (decider.underWay > 0) decider.confirm();
    }
    await settled();
    expect(told).toEqual(['ended: 8']);
    expect(rowsDone()).toEqual([2, 4, 6, 8]);
  });

  it('end with the refusal of one of their decisions', async () => {
    const { decider, underWay, tell, told } = importing();
    await underWay.add(batch(1, 2));
    decider.loseRace([{ type: 'ImportCancelled', data: { import_id: IMPORT } }]);
    void tell('added', underWay.add(batch(3, 2)));
    decider.confirm();
    await settled();
    expect(told).toEqual(['added: resource_conflict: This import is cancelled.']);
    await underWay.settled();
  });

  it('end when the process stops; those that are decided are waited for', async () => {
    const { decider, underWay, tell, told, stop } = importing();
    await underWay.add(batch(1, 2));
    stop();
    void tell('added', underWay.add(batch(3, 2)));
    void tell('settled', underWay.settled());
    await settled();
    expect(told).toEqual(['added: unavailable: The service is stopping. Send the file again.']);
    decider.confirm();
    await settled();
    expect(told[1]).toBe('settled');
  });
});

describe('rows of an import', () => {
  it('beside other commands are decided 50 at a time, and rest twice as long as each decision took', async () => {
    const { decider, underWay, timers, clock, tell, told, rowsDone } = importing();
    decider.commandsBegun = 1;
    void tell('added', underWay.add(batch(1, 80)));
    await settled();
    expect([decider.decided, decider.underWay]).toEqual([[50], 1]);
    clock.time = 30;
    decider.confirm();
    await settled();
    expect([timers.size, timers.untilNext(), decider.decided]).toEqual([1, 60, [50]]);
    timers.advance(60);
    await settled();
    expect(decider.decided).toEqual([50, 80]);
    decider.confirm();
    await settled();
    timers.advance(0);
    await settled();
    expect([told, rowsDone()]).toEqual([['added'], [50, 80]]);
  });

  it('beside other processes are decided 100 at a time, and rest as long as each decision took', async () => {
    const { decider, underWay, timers, clock, tell } = importing({ isShared: true });
    void tell(
      'added',
      underWay.add(batch(1, 100)).then(() => underWay.add(batch(101, 10))),
    );
    await settled();
    expect([decider.decided, decider.underWay]).toEqual([[100], 1]);
    clock.time = 30;
    decider.confirm();
    await settled();
    expect([timers.untilNext(), decider.decided]).toEqual([30, [100]]);
  });

  it('are passed over where the decision in front of them has done them, too, after a lost race', async () => {
    // Both rows change Ann, so the first decision is predicted to end before the second row.
    const past = [contactImported(ANN, phoneOf(9)), externalIdGiven(ANN, 'crm-1')];
    const { decider, underWay, timers, tell, told, rowsDone } = importing({ isShared: true, past });
    void tell('added', underWay.add(ofAnn()));
    await settled();
    expect(decider.decided).toEqual([1]);
    // Without that external id the second row makes another contact, and both are done at once.
    decider.loseRace([externalIdGiven(ANN, null)]);
    decider.confirm();
    // Two rests: behind the first decision, and behind that on the second row, which is refused.
    for (let rests = 0; rests < 2; rests += 1) {
      await settled();
      timers.advance(0);
    }
    await settled();
    void tell('ended', underWay.end());
    await settled();
    expect([told, rowsDone()]).toEqual([['added', 'ended: 2'], [2]]);
  });

  it('rest a second at most', async () => {
    const { decider, underWay, timers, clock, tell } = importing({ isShared: true });
    void tell('added', underWay.add(batch(1, 1)));
    await settled();
    clock.time = 3_600_000;
    decider.confirm();
    await settled();
    expect(timers.untilNext()).toBe(1_000);
  });
});

function externalIdGiven(contact_id: string, external_id: string | null): DomainEvent {
  const details = { phone_label: null, further_phones: [], attributes: {}, time_zone: null };
  return { type: 'ContactDetailsChanged', data: { contact_id, slots: ['external_id'], external_id, ...details } };
}

function memberAdded(contact_id: string): DomainEvent {
  return { type: 'MemberAdded', data: { smart_list_id: LIST, contact_id, source: 'import' } };
}

function advancedTo(up_to_row: number) {
  const counts = { created: 0, updated: 0, unchanged: 0, members_added: 0, members_removed: 0, refused: 0 };
  return { import_id: IMPORT, up_to_row, check: up_to_row, counts, refused: { reasons: [], rows: [] } };
}
