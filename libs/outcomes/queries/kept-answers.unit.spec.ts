import { KeptAnswers } from './kept-answers.js';

interface Rows {
  stamp: number | undefined;
  asked: (readonly string[])[];
}

function answersOver(rows: Rows, limit?: number) {
  const changes = { stamp: (collections: readonly string[]) => (rows.asked.push(collections), rows.stamp) };
  const kept = new KeptAnswers(changes, ['outcomes', 'smart_lists'], limit);
  const made: string[] = [];
  const read = async (workspaceId: string, text: string, meanwhile?: () => void): Promise<string> => {
    const make = async (): Promise<Buffer> => {
      made.push(text);
      await Promise.resolve();
      meanwhile?.();
      return Buffer.from(text);
    };
    return (await kept.of(workspaceId, make)).toString();
  };
  return { read, made };
}

describe('the answer of all outcomes', () => {
  it('is built once per workspace, until a row of its sources changes', async () => {
    const rows: Rows = { stamp: 1, asked: [] };
    const { read, made } = answersOver(rows);
    for (let round = 0; round < 3; round += 1) {
      expect(await read('w1', 'one')).toBe('one');
      expect(await read('w2', 'two')).toBe('two');
    }
    expect(made).toEqual(['one', 'two']);
    rows.stamp = 2;
    expect(await read('w1', 'changed')).toBe('changed');
    expect(await read('w1', 'changed')).toBe('changed');
    expect(made).toEqual(['one', 'two', 'changed']);
    expect(rows.asked[0]).toEqual(['outcomes', 'smart_lists']);
  });

  it('is made each time where writes of other processes are not reported', async () => {
    const { read, made } = answersOver({ stamp: undefined, asked: [] });
    expect([await read('w', 'a'), await read('w', 'b')]).toEqual(['a', 'b']);
    expect(made).toEqual(['a', 'b']);
  });

  it('that was built from rows that changed meanwhile is not kept', async () => {
    const rows: Rows = { stamp: 1, asked: [] };
    const { read } = answersOver(rows);
    expect(await read('w', 'old', () => (rows.stamp = 2))).toBe('old');
    expect(await read('w', 'new')).toBe('new');
  });

  it('that was built from old rows is not kept after another read has seen the new ones', async () => {
    const rows: Rows = { stamp: 1, asked: [] };
    const { read } = answersOver(rows);
    const slow = read('w', 'old', () => (rows.stamp = 2));
    await slow;
    expect(await read('w', 'new')).toBe('new');
    expect(await read('w', 'newer')).toBe('new');
  });

  it('is limited in memory', async () => {
    const { read, made } = answersOver({ stamp: 1, asked: [] }, 10);
    expect(await read('w1', '123456')).toBe('123456');
    expect(await read('w2', '123456')).toBe('123456');
    expect(await read('w1', 'again')).toBe('again');
    expect(await read('w3', '12345678901')).toBe('12345678901');
    expect(await read('w3', '12345678901')).toBe('12345678901');
    expect(made).toHaveLength(5);
  });
});
