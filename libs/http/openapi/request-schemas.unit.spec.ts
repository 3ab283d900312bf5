import type { OpenAPIObject } from '@nestjs/swagger';
import { ApiSchema } from '@nestjs/swagger';
import { OneKeyOf } from '../fields/one-key-of.js';
import { completeBody } from './request-schemas.js';

@ApiSchema({ name: 'Either' })
@OneKeyOf('id', 'phone')
class EitherBody {}

@OneKeyOf('id', 'phone')
class EitherBeside {}

class Plain {}

const field = (example?: string) => ({ type: 'string', ...(example !== undefined && { example }) });

/** The completed schema of a class with these properties; completed twice, like one that two bodies contain. */
function completed(body: typeof EitherBody, properties: object, { name = body.name, isChange = false } = {}): unknown {
  const schema = { type: 'object', description: 'It is one.', properties };
  const document = { components: { schemas: { [name]: schema } } } as unknown as OpenAPIObject;
  completeBody(document, body, isChange);
  completeBody(document, body, isChange);
  return schema;
}

it('one of all fields is expressed by the number of properties', () => {
  expect(completed(EitherBody, { id: field('1'), phone: field('2') }, { name: 'Either' })).toMatchObject({
    description: 'It is one. Exactly one of id, phone must be given.',
    minProperties: 1,
    maxProperties: 1,
  });
});

it('with further fields the number of properties is a bound, and the example shows one way', () => {
  const schema = completed(EitherBeside, { id: field('1'), phone: field('2'), note: field('3'), more: field() });
  expect(schema).toMatchObject({
    description: 'It is one. Exactly one of id, phone must be given.',
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 3,
    example: { id: '1', note: '3' },
  });
  expect(schema).not.toHaveProperty('oneOf');
});

it('a default is documented only, and not at all in a change', () => {
  const properties = () => ({
    named: { type: 'string', description: 'A name.', default: 'x' },
    nothing: { type: ['string', 'null'], description: 'None.', default: null },
  });
  expect(completed(Plain, properties())).toMatchObject({
    properties: {
      named: { type: 'string', description: 'A name. Left out: `x`.' },
      nothing: { type: ['string', 'null'], description: 'None. Left out: `null`.' },
    },
  });
  expect(JSON.stringify(completed(Plain, properties()))).not.toContain('"default"');
  expect(JSON.stringify(completed(Plain, properties(), { isChange: true }))).not.toMatch(/Left out|"default"/);
});
