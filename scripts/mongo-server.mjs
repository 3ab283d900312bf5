// The double of MongoDB for tests (test/doubles/mongodb):
//   node scripts/mongo-server.mjs install                fetches and compiles it, once; exit 77 without a JDK or Maven
//   node scripts/mongo-server.mjs start [PORT [FILE]]    runs it until Ctrl-C; prints its URL
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail, prepare, root, say } from './prepare.mjs';

await prepare();
const load = (name) => import(pathToFileURL(join(root, 'dist', 'test', 'doubles', 'mongodb', `${name}.js`)).href);
const { installMongoServer, mongoServerProblem } = await load('install');
const problem = mongoServerProblem();
if (problem !== undefined) {
  say(problem);
  process.exit(77);
}

const [command, port = '0', file] = process.argv.slice(2);
if (command === 'install') await installMongoServer();
else if (command === 'start') {
  const { startMongoServer } = await load('server');
  const server = await startMongoServer({ port: Number(port), ...(file === undefined ? {} : { file }) });
  console.log(server.url);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await server.stop();
} else fail('Usage: node scripts/mongo-server.mjs install | start [PORT [FILE]]');
