import { tmpdir } from 'node:os';
import type { Collection, DocumentKey, Row } from '#kernel';
import { testId } from '#kernel/testing';
import { HELD_STREAMS, heldAt } from '#read-model';
import { MemoryReadModel } from '#read-model/testing';
import { WORKSPACES } from '#workspaces/domain';
import { idempotencyProjection } from '#workspace-head';
import { RowComparison } from './row-comparison.js';
import type { RowDifference } from './row-difference.js';

interface Card extends Row {
  readonly workspace_id: string;
  readonly card_id: string;
  readonly text: string;
  readonly cached: number;
}
const CARDS: Collection<Card> = {
  name: 'cards',
  key: ['workspace_id', 'card_id'],
  indexes: [{ name: 'by_text', fields: ['workspace_id', 'text'] }],
};
const [OWN, OTHER] = [testId(1), testId(2)];

const card = (n: number, revision: number, fields: Partial<Card> = {}): Card => {
  return { workspace_id: OWN, card_id: `card ${n}`, text: `text ${n}`, cached: 0, revision, ...fields };
};

async function rows(...cards: readonly Card[]): Promise<MemoryReadModel> {
  const model = new MemoryReadModel();
  await put(model, ...cards);
  return model;
}

function put(model: MemoryReadModel, ...cards: readonly Card[]): Promise<void> {
  return model.putRows(
    cards.map((document) => ({ collection: CARDS, key: [document.workspace_id, document.card_id], document })),
  );
}

const never = new AbortController().signal;

function comparing(live: MemoryReadModel, workspaceId?: string, signal = never, sparesHeld = false) {
  const differences: RowDifference[] = [];
  const projections = [{ collection: CARDS, cachedFields: ['cached'] }];
  const found = (difference: RowDifference): void => void differences.push(difference);
  const comparison = new RowComparison({
    live,
    projections,
    workspaceId,
    found,
    sparesHeld,
    signal,
    directory: tmpdir(),
  });
  const told = () => differences.map(({ key, kind, fields }) => [key[1], kind, ...fields]);
  return { comparison, told };
}

const nobody = () => undefined;

it('rows of the same events are equal but for their cached fields, or named with the fields that differ', async () => {
  const many = Array.from({ length: 1_200 }, (_, n) => card(n, n));
  const fresh = await rows(...many);
  const live = await rows(...many.map((each) => ({ ...each, cached: 7 })));
  await put(live, card(700, 700, { text: 'another' }));
  const { comparison, told } = comparing(live);
  await comparison.all(fresh, nobody);
  expect([comparison.equal, comparison.moving, told()]).toEqual([1_199, 0, [['card 700', 'different', 'text']]]);
});

it('rows that are missing or behind are compared again, and named where they have not moved', async () => {
  const live = await rows(card(2, 4), card(4, 4));
  const { comparison, told } = comparing(live);
  const fresh = await rows(card(1, 3), card(2, 5), card(3, 3), card(4, 5));
  await comparison.all(fresh, nobody);
  expect([told(), comparison.moving]).toEqual([[], 4]);
  // A fold that was ahead of its own checkpoint: these two came later.
  await put(live, card(3, 3), card(4, 5));
  await comparison.again(fresh);
  expect([told(), comparison.moving, comparison.equal]).toEqual([
    [
      ['card 1', 'missing'],
      ['card 2', 'behind'],
    ],
    0,
    2,
  ]);
});

it('a row that moved is compared again with a later fold; one that stays ahead of it is named', async () => {
  const live = await rows(card(1, 9), card(2, 9), card(3, 9), card(4, 9));
  const { comparison, told } = comparing(live);
  await comparison.all(await rows(card(1, 8), card(2, 8)), nobody);
  expect([told(), comparison.moving]).toEqual([[], 4]);
  await put(live, card(2, 11));
  // The first and the third have their event now, the second has moved on, and no event makes the last one.
  await comparison.again(await rows(card(1, 9), card(2, 10), card(3, 9)));
  expect([told(), comparison.moving, comparison.equal]).toEqual([[['card 4', 'extra']], 1, 2]);
  await comparison.again(await rows(card(1, 9), card(2, 10), card(3, 9)));
  expect([told(), comparison.moving]).toEqual([
    [
      ['card 4', 'extra'],
      ['card 2', 'ahead'],
    ],
    0,
  ]);
});

it('a later fold shows that a row which moved came to other values', async () => {
  const { comparison, told } = comparing(await rows(card(1, 9, { text: 'wrong' })));
  await comparison.all(await rows(card(1, 8)), nobody);
  await comparison.again(await rows(card(1, 9)));
  expect(told()).toEqual([['card 1', 'different', 'text']]);
});

it('however many rows moved, each is compared again', async () => {
  const many = (revision: number) => Array.from({ length: 45_000 }, (_, n) => card(n, revision));
  const { comparison, told } = comparing(await rows(...many(2), card(30_000, 2, { text: 'wrong' })));
  await comparison.all(await rows(...many(1).slice(0, 10_000)), nobody);
  expect([comparison.moving, comparison.equal, told()]).toEqual([45_000, 0, []]);
  await comparison.again(await rows(...many(2)));
  comparison.close();
  const differences = [['card 30000', 'different', 'text']];
  expect([comparison.moving, comparison.equal, told()]).toEqual([0, 44_999, differences]);
});

it('rows of a deleted workspace and records that were dropped are left out; so is another workspace', async () => {
  const fresh = await rows(card(1, 1), card(2, 1, { workspace_id: OTHER }));
  const gone = { workspace_id: OWN, live: 0, revision: 2 };
  await fresh.putRows([{ collection: WORKSPACES, key: [OWN], document: gone }]);
  const { comparison, told } = comparing(await rows());
  await comparison.all(fresh, nobody);
  await comparison.again(fresh);
  expect(told()).toEqual([['card 2', 'missing']]);
  const ofOwn = comparing(await rows(card(3, 1, { workspace_id: OTHER })), OWN);
  await ofOwn.comparison.all(fresh, nobody);
  expect([ofOwn.told(), ofOwn.comparison.moving]).toEqual([[], 0]);

  const { collection } = idempotencyProjection;
  const key: DocumentKey = collection.key.map((field) => (field === 'workspace_id' ? OTHER : field));
  const fields = collection.indexes.flatMap(({ fields: of }) => of.map((field) => [field, '']));
  const record = {
    ...Object.fromEntries([...fields, ...collection.key.map((field, at) => [field, key[at]])]),
    revision: 1,
  };
  await fresh.putRows([{ collection, key, document: record as Row }]);
  const differences: RowDifference[] = [];
  const found = (difference: RowDifference): void => void differences.push(difference);
  const projections = [idempotencyProjection];
  const ofRecords = new RowComparison({
    live: await rows(),
    projections,
    workspaceId: undefined,
    found,
    signal: never,
    directory: tmpdir(),
  });
  await ofRecords.all(fresh, nobody);
  expect([differences, ofRecords.moving]).toEqual([[], 0]);
});

it('rows with events of a stream that is held back in the fold are not judged, where that is asked for', async () => {
  const fresh = await rows(card(1, 1), card(2, 2), card(5, 1, { workspace_id: OTHER }));
  const held = { stream: `workspace-${OWN}`, revision: 3, workspaceId: OWN };
  const deleted = { stream: 'delivery-1', revision: 0, workspaceId: OTHER };
  for (const of of [held, deleted]) {
    const document = heldAt({ ...of, type: 'CardLost', projection: null, reason: 'no key' });
    await fresh.putRows([{ collection: HELD_STREAMS, key: [of.stream], document }]);
  }
  const gone = { workspace_id: OTHER, live: 0, revision: 9 };
  await fresh.putRows([{ collection: WORKSPACES, key: [OTHER], document: gone }]);
  const live = await rows(card(1, 4), card(2, 2, { text: 'another' }), card(3, 5));
  const sparing = comparing(live, undefined, never, true);
  await sparing.comparison.all(fresh, nobody);
  const { unjudged, moving, held: told } = sparing.comparison;
  expect([unjudged, moving, told.map(({ stream }) => stream)]).toEqual([2, 0, [held.stream]]);
  expect(sparing.told()).toEqual([['card 2', 'different', 'text']]);
  const ofOther = comparing(live, OTHER, never, true);
  await ofOther.comparison.all(fresh, nobody);
  expect(ofOther.comparison.held).toEqual([]);
  const strict = comparing(live);
  await strict.comparison.all(fresh, nobody);
  await strict.comparison.again(fresh);
  expect(strict.told()).toContainEqual(['card 3', 'extra']);
});

describe('personal data that has ended since it was folded', () => {
  interface Note extends Row {
    readonly workspace_id: string;
    readonly name: string | null;
    readonly zones: readonly string[];
    readonly tags: readonly string[];
    readonly answers: readonly { readonly at: string | null; readonly said: string | null }[];
    readonly title: string | null;
  }
  const NOTES: Collection<Note> = {
    name: 'notes',
    key: ['workspace_id'],
    indexes: [{ name: 'by_workspace', fields: ['workspace_id'] }],
  };
  const notes = {
    collection: NOTES,
    personal: (row: Row) => {
      const { name, zones, answers } = row as Note;
      return [name, zones.length === 0 ? null : JSON.stringify(zones), ...answers.map(({ said }) => said)];
    },
    blankedFields: ['answers'],
  };
  const [YES, NO] = [
    { at: '1', said: 'yes' },
    { at: '2', said: 'no' },
  ];
  const lists = { zones: ['UTC', 'Asia/Tokyo'], tags: ['new'] };
  const whole: Note = { workspace_id: OWN, name: 'Ann', ...lists, answers: [YES, NO], title: 'T', revision: 3 };
  const blank = { ...NO, said: null };

  const compared = async (live: Partial<Note>, folded: Partial<Note>) => {
    const [is, should] = [new MemoryReadModel(), new MemoryReadModel()];
    await is.putRows([{ collection: NOTES, key: [OWN], document: { ...whole, ...live } }]);
    await should.putRows([{ collection: NOTES, key: [OWN], document: { ...whole, ...folded } }]);
    const told: (readonly string[])[] = [];
    const comparison = new RowComparison({
      ...{ live: is, projections: [notes], workspaceId: undefined, signal: never, directory: tmpdir() },
      found: ({ kind, fields }) => told.push([kind, ...fields]),
    });
    await comparison.all(should, nobody);
    return { equal: comparison.equal, blanked: comparison.blanked, told };
  };

  it.each<[what: string, live: Partial<Note>, folded: Partial<Note>]>([
    ['a worker has blanked the row meanwhile', { answers: [YES, blank] }, {}],
    ['a worker has blanked an empty value', { answers: [YES, blank] }, { answers: [YES, { ...NO, said: '' }] }],
    [
      'the fold finds the keys shredded, and no worker has been at the row yet',
      {},
      { name: null, answers: [YES, blank] },
    ],
    ['the fold finds the key of a list shredded', {}, { zones: [] }],
    [
      'both, of different values',
      { answers: [blank, YES] },
      {
        answers: [
          { ...NO, said: 'no' },
          { ...YES, said: '' },
        ],
      },
    ],
  ])('is no difference, and told apart: %s', async (_what, live, folded) => {
    expect(await compared(live, folded)).toEqual({ equal: 1, blanked: 1, told: [] });
  });

  it.each<[what: string, live: Partial<Note>, folded: Partial<Note>, fields: readonly string[]]>([
    ['a value that no worker blanks is empty in the live row', { name: null }, {}, ['name']],
    ['the place has another value', { answers: [YES, { ...NO, said: 'never' }] }, {}, ['answers']],
    ['a list that no worker blanks is empty in the live row', { zones: [] }, {}, ['zones']],
    ['a list that is not personal is empty', {}, { tags: [] }, ['tags']],
    ['something else differs as well', { title: 'U' }, { answers: [YES, blank] }, ['answers', 'title']],
    ['something beside it is empty', {}, { answers: [YES, { ...NO, at: null }] }, ['answers']],
    ['something else is empty', {}, { title: null }, ['title']],
    ['a value less', { answers: [YES] }, {}, ['answers']],
    ['the field is not there', { answers: undefined! }, {}, ['answers']],
  ])('is a difference nevertheless: %s', async (_what, live, folded, fields) => {
    expect(await compared(live, folded)).toEqual({ equal: 0, blanked: 0, told: [['different', ...fields]] });
  });
});

it('ends between two pages once it is interrupted', async () => {
  const stop = new AbortController();
  const many = await rows(...Array.from({ length: 1_200 }, (_, n) => card(n, n)));
  const { comparison } = comparing(many, undefined, stop.signal);
  const compared: number[] = [];
  const all = comparison.all(many, (count) => {
    compared.push(count);
    stop.abort();
  });
  await expect(all).rejects.toThrow('aborted');
  expect(compared).toEqual([500]);
});
