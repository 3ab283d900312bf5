import { defineConfig } from 'orval';

const input = '../openapi.json';

export default defineConfig({
  // The functions, and the types of what they take and give.
  calls: {
    input,
    output: {
      client: 'fetch',
      target: 'generated/calls.ts',
      override: { mutator: { path: './send.ts', name: 'send', extension: '.js' } },
    },
  },
  // What the answers are held against when they come.
  schemas: { input, output: { client: 'zod', target: 'generated/schemas.ts' } },
});
