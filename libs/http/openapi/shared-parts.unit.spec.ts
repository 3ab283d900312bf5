import { SharedParts } from './shared-parts.js';

describe('parts that operations share', () => {
  it('are components, and are referred to', () => {
    const parts = new SharedParts();
    expect(parts.share('responses', 'NotFound', { description: 'None.' })).toEqual({
      $ref: '#/components/responses/NotFound',
    });
    parts.share('responses', 'NotFound', { description: 'None.' });
    parts.share('headers', 'ETag', { description: 'The version.' });
    expect(parts.all()).toEqual({
      responses: { NotFound: { description: 'None.' } },
      headers: { ETag: { description: 'The version.' } },
    });
  });

  it('of one name must be equal: a different one is refused, not lost', () => {
    const parts = new SharedParts();
    parts.share('responses', 'NotFound', { description: 'None.' });
    expect(() => parts.share('responses', 'NotFound', { description: 'Gone.' })).toThrow(
      'two different responses are named NotFound',
    );
  });
});
