// The environment of every spec: Jest's own for Node, which names a spec that leaves its process something to wait for.
// Jest itself says only that some worker did not end, and not which spec held it open.
import { TestEnvironment } from 'jest-environment-node';
import { relative } from 'node:path';

/** Milliseconds for what a spec has closed to be gone: sockets, threads and child processes take a moment. */
const CLOSED_WITHIN_MS = 5_000;
const LOOK_MS = 20;

/** Threads are none of the resources that Node lists. */
const threads = new Set();
process.on('worker', (thread) => {
  threads.add(thread);
  thread.once('exit', () => threads.delete(thread));
});

export default class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.spec = relative(config.globalConfig.rootDir, context.testPath);
    this.before = resources();
  }

  async teardown() {
    await super.teardown();
    const deadline = performance.now() + CLOSED_WITHIN_MS;
    while (this.left().length > 0 && performance.now() < deadline) await later(LOOK_MS);
    const left = this.left();
    if (left.length > 0) process.stderr.write(`${this.spec} holds its process open by ${left.join(', ')}.\n`);
  }

  /** What keeps the process going beside what did so before the spec: `TCPSocketWrap`, `Timeout`, `Worker`, … */
  left() {
    const before = [...this.before];
    return resources().filter((each) => {
      const at = before.indexOf(each);
      if (at >= 0) before.splice(at, 1);
      return at < 0;
    });
  }
}

/** Pipes are the worker's own; a child process is seen by itself. */
function resources() {
  const listed = process.getActiveResourcesInfo().filter((each) => each !== 'PipeWrap');
  return [...listed, ...Array.from(threads, () => 'Worker')];
}

function later(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
