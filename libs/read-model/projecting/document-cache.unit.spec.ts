import { setImmediate } from 'node:timers/promises';
import type { Collection, DocumentKey, Row } from '#kernel';
import { DocumentCache } from './document-cache.js';
import { type ReadModelWriter, ReadModelUnavailableError } from '../read-model.js';
import { BOARDS, type Card, CARDS } from '../testing/cards.js';

/** A read that the test answers. */
interface HeldRead {
  readonly collection: string;
  readonly answer: (found: readonly (Row | undefined)[]) => void;
  readonly fail: (error: Error) => void;
}

class ReaderByHand implements Pick<ReadModelWriter, 'getMany'> {
  readonly reads: HeldRead[] = [];

  getMany<Doc extends Row>({ name }: Collection<Doc>, _keys: readonly DocumentKey[]): Promise<(Doc | undefined)[]> {
    return new Promise((resolve, reject) => {
      this.reads.push({ collection: name, answer: (found) => resolve(found as (Doc | undefined)[]), fail: reject });
    });
  }

  /** The reads begun since the last call, by collection. */
  take(): Readonly<Record<string, HeldRead>> {
    return Object.fromEntries(this.reads.splice(0).map((read) => [read.collection, read]));
  }
}

const card = (moves: number): Card => ({
  ...{ workspace_id: 'w', card_id: 'a', board_id: 'x', live: 1, moves },
  revision: moves,
});

describe('the documents of a batch of which one read fails while another is under way', () => {
  it('are those that the next try folded: a try waits for all its reads, so none is late', async () => {
    const reader = new ReaderByHand();
    const documents = new DocumentCache(reader, 100);
    const slot = documents.slot(CARDS, ['w', 'a']);
    documents.slot(BOARDS, ['w', 'x']);

    let isOver = false;
    const first = documents.load().finally(() => (isOver = true));
    first.catch(() => undefined);
    const { cards, boards } = reader.take();
    boards!.fail(new ReadModelUnavailableError('cut'));
    await setImmediate();
    expect(isOver).toBe(false);
    cards!.answer([card(1)]);
    await expect(first).rejects.toThrow('cut');

    const second = documents.load();
    const again = reader.take();
    // An answered read is not repeated.
    expect(Object.keys(again)).toEqual(['boards']);
    again['boards']!.answer([undefined]);
    await second;
    expect(slot.document).toEqual(card(1));
    slot.document = card(2);
    documents.commit();

    await setImmediate();
    const next = documents.slot(CARDS, ['w', 'a']);
    await documents.load();
    expect(reader.take()).toEqual({});
    expect(next.document).toEqual(card(2));
    expect(documents.writes()).toEqual([]);
  });

  it('report the first failure, in the order of collections, when several reads fail', async () => {
    const reader = new ReaderByHand();
    const documents = new DocumentCache(reader, 100);
    documents.slot(CARDS, ['w', 'a']);
    documents.slot(BOARDS, ['w', 'x']);
    const load = documents.load();
    const { cards, boards } = reader.take();
    boards!.fail(new ReadModelUnavailableError('later in order'));
    cards!.fail(new ReadModelUnavailableError('first in order'));
    await expect(load).rejects.toThrow('first in order');
  });
});
