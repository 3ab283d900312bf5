import fc from 'fast-check';
import type { Decide, DomainEvent, CandidatesOptions, WorkspaceView } from '#kernel';
import { TestWorkspace } from '#kernel/testing';
import { ResidentCollections } from '../head/resident-collections.js';
import { type ToyProcess, ToyWorld, WORKSPACE } from '../testing/process.js';
import { settled } from '../testing/scheduler.js';
import { FRONT, LISTS, MEMBERS, TOY_PROJECTIONS, type ToyList, type ToyMember } from '../testing/toy.js';

const NOTHING = { events: [], answer: () => ({ status: 200, body: {} }) };

/** The result of reading a view, as this process decides on it, and the number of interruptions. */
async function seenBy<Seen>(process: ToyProcess, look: (view: WorkspaceView) => Seen) {
  const seen: { value?: Seen; rounds: number } = { rounds: 0 };
  const decide: Decide = (view) => {
    seen.rounds += 1;
    seen.value = look(view);
    return NOTHING;
  };
  const sent = process.sendDecision(decide);
  await settled();
  if (sent.refused !== undefined) throw new Error(sent.refused);
  return { value: seen.value!, interruptions: seen.rounds - 1 };
}

const refuse = (): never => {
  throw new Error('none of these');
};

/** List "a" of members 1 to 5 with the numbers 1 to 5, all of them in the rows. */
async function aWorld(): Promise<{ world: ToyWorld; process: ToyProcess }> {
  const world = new ToyWorld();
  const process = world.process();
  await process.sendAndProject(world, { kind: 'make', list: 'a', name: 'A', limit: 10 });
  await process.sendAndProject(world, { kind: 'join', list: 'a', contacts: ['1', '2', '3', '4', '5'] });
  return { world, process };
}

const A = [WORKSPACE, 'a'];
const propose = (view: WorkspaceView, options: Partial<CandidatesOptions> = {}) => {
  const prefixes = [[...A, 'A']];
  const { rows, end } = view.candidates(MEMBERS, { index: 'by_shelf', prefixes, limit: 9, touched: [A], ...options });
  return { rows: rows.map(({ contact_id, active }) => `${contact_id}${active === 1 ? '' : ' left'}`).sort(), end };
};

describe('the candidates of an index', () => {
  it('returns rows of one prefix or several, at most `limit`, up to a value, and the next start', async () => {
    const { world, process } = await aWorld();
    await world.projector.amend(MEMBERS, ({ number }) => (number % 2 === 0 ? { shelf: FRONT } : undefined));
    const both = [
      [...A, 'A'],
      [...A, FRONT],
    ];
    const { value } = await seenBy(process, (view) => [
      view.candidateValues(MEMBERS, { index: 'by_shelf', prefix: A, limit: 9 }),
      view.candidateValues(MEMBERS, { index: 'by_shelf', prefix: A, to: FRONT, limit: 9 }),
      propose(view),
      propose(view, { prefixes: both }),
      propose(view, { prefixes: both, limit: 3 }),
      propose(view, { prefixes: both, limit: 3, after: [3, '3'] }),
      propose(view, { prefixes: both, limit: 2, to: 4, after: [2] }),
      propose(view, { prefixes: both, limit: 9, to: 4, after: [2] }),
      propose(view, { prefixes: both, limit: 9, after: [2] }),
      propose(view, { prefixes: [] }),
    ]);
    expect(value).toEqual([
      [FRONT, 'A'],
      [FRONT],
      { rows: ['1', '3', '5'], end: undefined },
      { rows: ['1', '2', '3', '4', '5'], end: undefined },
      { rows: ['1', '2', '3'], end: [3, '3'] },
      { rows: ['4', '5'], end: undefined },
      { rows: ['3', '4'], end: [4, '4'] },
      { rows: ['3', '4'], end: undefined },
      { rows: ['3', '4', '5'], end: undefined },
      { rows: [], end: undefined },
    ]);
  });

  it('includes rows of events that the rows do not have, anywhere in the index, as of the view', async () => {
    const { world, process } = await aWorld();
    process.send({ kind: 'leave', list: 'a', contacts: ['1', '4'] });
    process.send({ kind: 'join', list: 'a', contacts: ['6'] });
    await settled();
    const look = (view: WorkspaceView) => [
      propose(view, { limit: 2 }),
      propose(view, { prefixes: [[...A, 'never']], to: 3 }),
      propose(view, { touched: [[WORKSPACE, 'b']] }),
      view.candidateValues(MEMBERS, { index: 'by_shelf', prefix: A, limit: 9 }),
    ];
    const { value } = await seenBy(process, look);
    expect(value).toEqual([
      { rows: ['1 left', '2', '4 left', '6'], end: [2, '2'] },
      { rows: ['1 left', '4 left', '6'], end: undefined },
      { rows: ['1 left', '2', '3', '4 left', '5'], end: undefined },
      ['A'],
    ]);
    await world.projector.catchUp();
    await settled();
    expect((await seenBy(process, look)).value).toEqual([
      { rows: ['2', '3'], end: [3, '3'] },
      { rows: [], end: undefined },
      { rows: ['2', '3', '5', '6'], end: undefined },
      ['', 'A'],
    ]);
  });

  it('loads what independent reads ask for in one interruption; what one of them throws is thrown', async () => {
    const { process } = await aWorld();
    const values = { index: 'by_shelf', prefix: A, limit: 9 };
    const look = (view: WorkspaceView) => {
      view.together(
        () => view.candidateValues(MEMBERS, values),
        () => view.rows(LISTS, [[WORKSPACE, 'a']]),
        () => propose(view, { limit: 2 }),
        () => propose(view, { prefixes: [] }),
      );
      return [view.candidateValues(MEMBERS, values), propose(view, { limit: 2 })];
    };
    expect(await seenBy(process, look)).toEqual({
      value: [['A'], { rows: ['1', '2'], end: [2, '2'] }],
      interruptions: 1,
    });
    const failing = (view: WorkspaceView) => view.together(() => propose(view), refuse);
    await expect(seenBy(process, failing)).rejects.toThrow('none of these');
  });

  it('loads the rows that events name in one interruption', async () => {
    const { process } = await aWorld();
    process.send({ kind: 'join', list: 'a', contacts: ['6', '7'] });
    await settled();
    const { value, interruptions } = await seenBy(process, (view) => propose(view, { limit: 2 }));
    expect(value.rows).toEqual(['1', '2', '6', '7']);
    expect(interruptions).toBe(1);
  });

  it('are read anew with a new mark, rows and values alike', async () => {
    const { process } = await aWorld();
    const readTwice = async (...[first, second]: readonly [number, number]) => {
      const values = { index: 'by_shelf', prefix: A, limit: 9 };
      const read = (view: WorkspaceView, asOf: number) => [
        view.candidateValues(MEMBERS, { ...values, asOf }),
        propose(view, { asOf }),
      ];
      return seenBy(process, (view) => [read(view, first), read(view, second)]);
    };
    const read = [['A'], { rows: ['1', '2', '3', '4', '5'], end: undefined }];
    expect(await readTwice(1, 1)).toEqual({ value: [read, read], interruptions: 2 });
    expect(await readTwice(1, 2)).toEqual({ value: [read, read], interruptions: 4 });
  });

  it('are refused for a collection without declared touches, instead of being stale', async () => {
    const { process } = await aWorld();
    const options = { index: 'live', prefixes: [[WORKSPACE, 1]], limit: 1, touched: [] };
    await expect(seenBy(process, (view) => view.candidates(LISTS, options))).rejects.toThrow('declares no touches');
    const values = { index: 'live', prefix: [WORKSPACE], limit: 1 };
    await expect(seenBy(process, (view) => view.candidateValues(LISTS, values))).rejects.toThrow('declares no touches');
  });
});

describe('the resident rows of a head', () => {
  const resident = new ResidentCollections(TOY_PROJECTIONS.filter((projection) => projection.resident));
  const [projection] = TOY_PROJECTIONS;
  const list: ToyList = { workspace_id: WORKSPACE, list_id: 'a', name: 'A', limit: 1, live: 1, revision: 1 };
  const dropped: ToyList = { ...list, list_id: 'b', live: 0 };
  for (const row of [list, dropped]) resident.loadRow(projection!, row);

  it('are the live rows, also while others are loaded with them', () => {
    expect(resident.row(LISTS, [WORKSPACE, 'a'])).toBe(list);
    expect(resident.row(LISTS, [WORKSPACE, 'b'])).toBeUndefined();
    expect(resident.row(LISTS, [WORKSPACE, 'c'])).toBeUndefined();
  });

  it('are of resident collections only', () => {
    expect(() => resident.row(MEMBERS, [WORKSPACE, 'a', '1'])).toThrow('toy_members is not a resident collection');
  });
});

/** Joins to and leaves of two lists. Each is a command, so it takes effect only if the toy allows it. */
const commandes = fc.array(
  fc.record({
    kind: fc.constantFrom('join', 'leave'),
    list: fc.constantFrom('a', 'b'),
    contacts: fc.uniqueArray(fc.constantFrom('1', '2', '3', '4', '5'), { minLength: 1 }),
  }),
  { maxLength: 12 },
);

const asked = fc.record({
  prefixes: fc.uniqueArray(
    fc.constantFrom([WORKSPACE, 'a', 'A'], [WORKSPACE, 'b', 'B'], [WORKSPACE, 'a', ''], [WORKSPACE, 'b', '']),
  ),
  // The last one is a prefix of another index.
  touched: fc.subarray<(string | number)[]>([
    [WORKSPACE, 'a'],
    [WORKSPACE, 'b'],
    [WORKSPACE, 'a', 1],
  ]),
  limit: fc.integer({ min: 1, max: 6 }),
  after: fc.option(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.constantFrom('0', '3', '9')), { nil: undefined }),
  to: fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
});

/** Everything that a view returns of indexes, without cached fields: a head may know these better. */
function everything(view: WorkspaceView, { prefixes, touched, limit, after, to }: CandidatesOptions): unknown {
  const without = (rows: readonly ToyMember[]) => rows.map(({ shelf: _, ...row }) => JSON.stringify(row)).sort();
  const bounds = { ...(after ? { after } : {}), ...(to === undefined ? {} : { to }) };
  const { rows, end } = view.candidates(MEMBERS, { index: 'by_shelf', prefixes, touched, limit, ...bounds });
  const ofList = view.scan(MEMBERS, 'by_list', [WORKSPACE, 'a', 1], { limit });
  const prefix = prefixes[0]?.slice(0, 2) ?? [WORKSPACE, 'a'];
  const values = ['by_shelf', 'by_list'].map((index) => view.candidateValues(MEMBERS, { index, prefix, limit }));
  return { rows: without(rows), end, values, ofList: ofList.rows.map(({ contact_id }) => contact_id) };
}

it('is the same for a workspace for tests as for the head, for any state of the rows', async () => {
  await fc.assert(
    fc.asyncProperty(commandes, fc.nat(20), asked, async (drawn, seen, options) => {
      const world = new ToyWorld();
      const process = world.process();
      process.send({ kind: 'make', list: 'a', name: 'A', limit: 9 });
      process.send({ kind: 'make', list: 'b', name: 'B', limit: 9 });
      for (const command of drawn) process.send(command);
      await settled();
      const log = world.log.stream(`workspace-${WORKSPACE}`).map(({ type, data }): DomainEvent => ({ type, data }));
      const inRows = Math.min(2 + seen, log.length);
      await world.projector.step(inRows);
      const test = new TestWorkspace(TOY_PROJECTIONS, { workspaceId: WORKSPACE });
      test.append(log.slice(0, inRows)).appendUnseen(log.slice(inRows));
      const asking = options as unknown as CandidatesOptions;
      expect(everything(test, asking)).toEqual((await seenBy(process, (view) => everything(view, asking))).value);
    }),
    { numRuns: 300 },
  );
});
