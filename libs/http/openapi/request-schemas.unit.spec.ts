import type { OpenAPIObject } from '@nestjs/swagger';
import { OneKeyOf } from '../fields/one-key-of.js';
import { completeBody } from './request-schemas.js';

@OneKeyOf('id', 'phone')
class EitherOne {}

@OneKeyOf('id', 'phone')
class EitherBeside {}

const field = (example?: string) => ({ type: 'string', ...(example !== undefined && { example }) });

/** The schema of a class with these properties, as it is completed. */
function completed(body: typeof EitherOne, properties: object): unknown {
  const schema = { type: 'object', properties };
  const document = { components: { schemas: { [body.name]: schema } } } as unknown as OpenAPIObject;
  completeBody(document, body, false);
  return schema;
}

it('where one of all fields is given, their number says so', () => {
  expect(completed(EitherOne, { id: field('1'), phone: field('2') })).toMatchObject({
    minProperties: 1,
    maxProperties: 1,
  });
});

it('where other fields stand beside them, each way is one, and the example is one of the ways', () => {
  const schema = completed(EitherBeside, { id: field('1'), phone: field('2'), note: field('3'), more: field() });
  expect(schema).toMatchObject({
    additionalProperties: false,
    oneOf: [{ required: ['id'] }, { required: ['phone'] }],
    example: { id: '1', note: '3' },
  });
  expect(schema).not.toHaveProperty('maxProperties');
});
