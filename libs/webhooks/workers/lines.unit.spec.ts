import fc from 'fast-check';
import { A_LINE, Lines } from './lines.js';
import { isDueBefore, type Sendable } from './slots.js';

const turns = (hasRoom: (host: string) => boolean) => ({
  hasRoom: ({ host }: Sendable) => hasRoom(host),
  goesBefore: isDueBefore,
});
const of = { workspace_id: 'w', outcome_id: 'o' };

const item = fc.record({
  workspace_id: fc.constant('w'),
  outcome_id: fc.constantFrom('o', 'p'),
  host: fc.constantFrom('a', 'b', 'c'),
  due_at: fc.integer({ min: 0, max: 9 }).map((n) => `2030-01-0${n}`),
  number: fc.nat(5),
});

describe('lines', () => {
  it('give what has the turn of all that have room, in whatever order it came', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 40 }), fc.subarray(['a', 'b', 'c']), (items, open) => {
        const lines = new Lines<(typeof items)[number]>();
        items.forEach((each) => expect(lines.add(each)).toBe(true));
        const taken: (typeof items)[number][] = [];
        for (let next = lines.next(turns((host) => open.includes(host))); next;) {
          taken.push(next);
          next = lines.next(turns((host) => open.includes(host)));
        }
        const places = taken.map(({ due_at, number }) => `${due_at} ${number}`);
        expect(places).toEqual([...places].sort());
        expect(taken).toHaveLength(items.filter(({ host }) => open.includes(host)).length);
        expect(lines.size).toBe(items.length - taken.length);
      }),
    );
  });

  it('of one receiver hold so many, and leave room for others', () => {
    const lines = new Lines();
    const add = (host: string, number: number) => lines.add({ ...of, host, number, due_at: '' });
    const added = Array.from({ length: A_LINE + 50 }, (_, n) => add('a', n));
    expect(added.filter((there) => there)).toHaveLength(A_LINE);
    expect(add('b', 0)).toBe(true);
    lines.clear();
    expect([lines.size, lines.next(turns(() => true))]).toEqual([0, undefined]);
  });

  it('hold so many in all, and call no line short that could not be filled then', () => {
    const lines = new Lines();
    let added = 0;
    while (lines.add({ ...of, host: `h${added % 100}`, number: added, due_at: '' })) added += 1;
    expect([added, lines.size, lines.isShort('new o')]).toEqual([50_000, 50_000, false]);
    const anybody = turns(() => true);
    for (; added > 25_000; added -= 1) lines.next(anybody);
    expect(lines.isShort('new o')).toBe(false);
    lines.next(anybody);
    expect(lines.isShort('new o')).toBe(true);
  });
});
