import { enumReference, enumSchema, namedEnum } from './named-enum.js';
import { namedSteps } from './values.js';

describe('values with a name', () => {
  it('are one schema for any number of declarations, with the description of the one that has it', () => {
    namedEnum('Colour', ['red', 'green']);
    expect(enumSchema('Colour')).toEqual({ type: 'string', enum: ['red', 'green'] });
    namedEnum('Colour', ['red', 'green'], 'What it looks like.');
    const again = namedEnum('Colour', ['red', 'green']);
    expect(enumSchema('Colour')).toEqual({
      type: 'string',
      enum: ['red', 'green'],
      description: 'What it looks like.',
    });
    expect(enumReference(again)).toEqual({ allOf: [{ $ref: '#/components/schemas/Colour' }] });
  });

  it('are refused under a name that has other values', () => {
    namedEnum('Size', ['small', 'large']);
    expect(() => namedEnum('Size', ['small'])).toThrow('Size: declared with different values');
  });

  it('may be integers in steps, including both bounds', () => {
    expect(namedSteps('Pause', { min: 15, max: 30, step: 5 }, 'Seconds.').values).toEqual([15, 20, 25, 30]);
    expect(enumSchema('Pause')).toEqual({ type: 'integer', enum: [15, 20, 25, 30], description: 'Seconds.' });
  });

  it('that are not declared have no schema', () => {
    expect(enumSchema('Unknown')).toBeUndefined();
  });
});
