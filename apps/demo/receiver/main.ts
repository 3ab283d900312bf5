import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { problemOfSecrets, secretsIn, visibleText } from '#webhooks/receiving';
import { demoIdentity } from './identity.js';
import { demoReceiver } from './receiver.js';

const HELP = `Receives webhooks on this machine, and shows each delivery and whether its signatures hold.

  npm run demo:receiver                            listens on https://localhost:8443
  npm run demo:receiver -- --secret whsec_…        checks the signatures (repeatable: the new and the old secret)
  npm run demo:receiver -- --answer 500            answers with this status, so that the service retries
  npm run demo:receiver -- --port 9443 --directory DIR

Its key and certificate, and that of its authority, are kept in --directory (data/demo-receiver). A secret may
also stand in SMARTLISTS_WEBHOOK_SECRET, or several with blanks or commas between.`;

const print = (line: string): void => void process.stdout.write(`${visibleText(line)}\n`);

interface Given {
  readonly port: number;
  readonly answer: number;
  readonly secrets: readonly string[];
  readonly directory: string;
}

/** The arguments, or a sentence about a mistake in them; undefined: help. */
function readArguments(): Given | string | undefined {
  const { SMARTLISTS_WEBHOOK_SECRET: ofEnvironment } = process.env;
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '8443' },
        answer: { type: 'string', default: '200' },
        secret: { type: 'string', multiple: true, default: ofEnvironment ? [ofEnvironment] : [] },
        directory: { type: 'string', default: 'data/demo-receiver' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) return undefined;
    const [port, answer] = [Number(values.port), Number(values.answer)];
    if (!/^[0-9]+$/.test(values.port) || port > 65_535) return '--port must be a number up to 65535.';
    if (!/^[2-5][0-9]{2}$/.test(values.answer)) return '--answer must be a status from 200 to 599.';
    const secrets = values.secret.flatMap(secretsIn);
    return problemOfSecrets(secrets) ?? { port, answer, secrets, directory: values.directory };
  } catch (error) {
    return (error as Error).message;
  }
}

function listen({ port, answer, secrets, directory }: Given): void {
  const identity = demoIdentity(directory);
  const show = (line: string): void => print(line);
  const server = demoReceiver({ identity, secrets, answer, show });
  server.on('error', (error) => {
    process.stderr.write(`It cannot listen: ${error.message}.\n`);
    process.exitCode = 1;
  });
  server.listen(port, '127.0.0.1', () => {
    const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
    print(`Listening on ${url} (Ctrl-C ends it). A service trusts it and may reach it when started with`);
    print(`  WEBHOOK_CA_FILE=${identity.caFile} WEBHOOK_ALLOW_CIDRS=127.0.0.0/8 npm start`);
    print(`and sends to it for outcomes of type "action" with "webhook_url": "${url}".\n`);
  });
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
}

const given = readArguments();
if (typeof given === 'string') {
  process.stderr.write(`${given}\n\n${HELP}\n`);
  process.exitCode = 2;
} else if (given) listen(given);
else print(HELP);
