import { parseArgs } from 'node:util';
import { Client, Refused } from './client.js';
import { startOwnService } from './own-service.js';
import { tellStory } from './story.js';

const HELP = `Plays a short story against the service and shows what happened.

  npm run demo                              starts a service of its own on a temporary directory
  npm run demo -- --url URL --key KEY       plays against a running one, with a key that has the
                                            scopes smart_lists and contacts, read and write`;

const tell = (line: string): void => void process.stdout.write(`${line}\n`);

/** What the command line says, or the sentence that is wrong with it. */
function readArguments(): { url?: string; key?: string; help?: boolean } | string {
  try {
    const { values } = parseArgs({
      options: { url: { type: 'string' }, key: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
    return (values.url === undefined) === (values.key === undefined) ? values : '--url and --key belong together.';
  } catch (error) {
    return (error as Error).message;
  }
}

async function play({ url, key }: { url?: string; key?: string }): Promise<void> {
  if (url !== undefined && key !== undefined) {
    await tellStory(new Client({ url: url.replace(/\/+$/, ''), key }), tell);
    return;
  }
  const service = await startOwnService();
  try {
    await tellStory(new Client(service), tell);
  } finally {
    await service.stop();
  }
}

const given = readArguments();
if (typeof given === 'string') {
  process.stderr.write(`${given}\n\n${HELP}\n`);
  process.exitCode = 2;
} else if (given.help) tell(HELP);
else {
  await play(given).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
