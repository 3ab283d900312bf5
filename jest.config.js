// The tests run on what is shipped: tsc builds everything into dist (npm test does so first) and Jest runs the
// compiled modules without a transform. Worker threads and child processes then load the very same files
// (docs/adr/0004-tests-run-on-dist.md).
export default {
  rootDir: 'dist',
  testEnvironment: 'node',
  transform: {},
  testMatch: ['**/*.spec.js'],
  testTimeout: 30_000,
};
