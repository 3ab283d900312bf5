// npm run simulate: builds what has changed, then runs the service in simulated worlds (docs/testing/simulation.md).
//   npm run simulate -- --seeds 500          that many fresh seeds; their first number is printed
//   npm run simulate -- --minutes 60         as many as fit into an hour
//   npm run simulate -- --seed 4711          one world, with its story
//   npm run simulate -- --seed 4711 --shrink  the same, without all that a broken promise does not need
//   npm run simulate -- --from 1 --twice     each world twice: their hashes must be the same
import { join } from 'node:path';
import { prepare, root, run } from './prepare.mjs';

await prepare();
// The young objects of a world do not fit into the 16 MB that Node gives them: the collector takes 5 % less time so.
const HEAP = '--max-semi-space-size=32';
process.exitCode = await run(process.execPath, [
  HEAP,
  join(root, 'dist/test/simulation/main.js'),
  ...process.argv.slice(2),
]);
