import fc from 'fast-check';
import { codePoints, comparableName } from '#kernel';
import { cloneName } from './clone-name.js';

describe('the name of a clone', () => {
  it('numbers further copies, with names compared in any case', () => {
    const taken = (...names: string[]) => new Set(names.map(comparableName));
    expect(cloneName('Spring', taken('Spring', 'SPRING (COPY)'))).toBe('Spring (copy 2)');
    expect(cloneName('Spring', taken('Spring (copy)', 'Spring (copy 2)', 'Spring (copy 4)'))).toBe('Spring (copy 3)');
    expect(cloneName('Spring (copy)', taken('Spring (copy)'))).toBe('Spring (copy) (copy)');
  });

  it('always finds a free name that fits', () => {
    const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 220 });
    fc.assert(
      fc.property(names, fc.integer({ min: 0, max: 12 }), (raw, copies) => {
        const name = [...raw.normalize('NFC')].slice(0, 200).join('');
        const taken = new Set([comparableName(name)]);
        for (let count = 0; count <= copies; count += 1) {
          const next = cloneName(name, taken);
          expect(taken.has(comparableName(next))).toBe(false);
          expect(codePoints(next)).toBeLessThanOrEqual(200);
          const suffix = count === 0 ? ' (copy)' : ` (copy ${count + 1})`;
          expect(next.endsWith(suffix)).toBe(true);
          expect(name.startsWith(next.slice(0, -suffix.length))).toBe(true);
          taken.add(comparableName(next));
        }
      }),
    );
  });
});
