// The tests run on what is shipped: tsc builds everything into dist (npm test does so first) and Jest runs the
// compiled modules without a transform. Worker threads and child processes then load the very same files
// (docs/adr/0004-tests-run-on-dist.md).
export default {
  rootDir: 'dist',
  testEnvironment: '<rootDir>/../scripts/test-environment.mjs',
  transform: {},
  testMatch: ['**/*.spec.js'],
  testTimeout: 30_000,
  testSequencer: '<rootDir>/../scripts/longest-first.mjs',
  // Node keeps the modules of finished specs in memory: a worker that ran hundreds of specs had 1.9 GB. A worker whose
  // heap is larger than this many bytes after a spec is replaced. With a limit, a single worker is a process, too.
  workerIdleMemoryLimit: 160 * 1024 * 1024,
  // A worker that is not gone by then has a handle that a spec left open; scripts/test-environment.mjs names the spec.
  // Half a second, the default, is too short for a busy machine on which Jest restarts a worker for its memory.
  workerGracefulExitTimeout: 15_000,
};
