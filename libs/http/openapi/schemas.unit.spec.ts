import type { OpenAPIObject } from '@nestjs/swagger';
import { namedEnum } from '../fields/named-enum.js';
import { addEnums, withoutCombinersOfOne } from './schemas.js';

const referringTo = (name: string, schemas: object = {}) =>
  ({
    components: { schemas: { Thing: { $ref: `#/components/schemas/${name}` }, ...schemas } },
  }) as never as OpenAPIObject;

describe('named values', () => {
  it('are added if they are referred to, and no others', () => {
    namedEnum('Tone', ['low', 'high'], 'How it sounds.');
    namedEnum('Taste', ['sweet'], 'How it tastes.');
    const document = referringTo('Tone');
    addEnums(document);
    expect(Object.keys(document.components!.schemas!)).toEqual(['Thing', 'Tone']);
  });

  it('that are not declared or described fail the document, instead of a dangling reference', () => {
    namedEnum('Smell', ['none']);
    expect(() => addEnums(referringTo('Smell'))).toThrow('Smell is no schema, or not described');
    expect(() => addEnums(referringTo('Unheard'))).toThrow('Unheard is no schema');
    expect(() => addEnums(referringTo('Other', { Other: {} }))).not.toThrow();
  });
});

it('a combination of one schema is replaced by it everywhere; one of several stays', () => {
  const several = { anyOf: [{ type: 'string' }, { type: 'null' }] };
  expect(
    withoutCombinersOfOne({
      a: { description: 'A.', allOf: [{ $ref: '#/x' }] },
      b: [{ anyOf: [{ oneOf: [{ type: 'string' }] }, { type: 'null' }] }],
      c: several,
    }),
  ).toEqual({ a: { description: 'A.', $ref: '#/x' }, b: [several], c: several });
});
