import { parseArgs } from 'node:util';
import { Client } from './client.js';
import { startOwnService } from './own-service.js';
import { tellStory } from './story.js';

const HELP = `Plays a short story against the service and shows what happened.

  npm run demo                              starts a service of its own on a temporary directory
  npm run demo -- --url URL --key KEY       plays against a running one, with a key that has the
                                            scopes smart_lists and contacts, read and write`;

const tell = (line: string): void => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: { url: { type: 'string' }, key: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
});

if (values.help) tell(HELP);
else if ((values.url === undefined) !== (values.key === undefined)) {
  process.stderr.write(`--url and --key belong together.\n\n${HELP}\n`);
  process.exitCode = 2;
} else if (values.url !== undefined && values.key !== undefined) {
  await tellStory(new Client({ url: values.url.replace(/\/$/, ''), key: values.key }), tell);
} else {
  const service = await startOwnService();
  try {
    await tellStory(new Client(service), tell);
  } finally {
    await service.stop();
  }
}
