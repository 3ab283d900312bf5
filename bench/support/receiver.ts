import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OwnAuthority } from '../../libs/webhooks/receiving/index.js';
import { runChild } from './child.js';
import type { ReceiverFigures, ReceiverPorts, ReceiverProcess } from './receiver.process.js';
import type { ServiceVariant } from './service.js';

/** An HTTPS receiver of webhooks in a process of its own. */
export interface Receiver {
  /** The certificate of its authority. */
  readonly ca: string;
  readonly origins: readonly string[];
  /** The figures, once this number of requests has come. */
  figures(requests: number): Promise<ReceiverFigures>;
  end(): Promise<void>;
}

/** Starts a receiver. @param origins their number */
export async function startReceiver(origins: number): Promise<Receiver> {
  const authority = new OwnAuthority();
  const identity = authority.issue(['localhost', '127.0.0.1']);
  const child = await runChild<ReceiverProcess, ReceiverPorts>('./receiver.process.js', {
    identity,
    origins,
  });
  const { answer } = child;
  return {
    ca: authority.certificate,
    origins: answer.ports.map((port) => `https://127.0.0.1:${port}`),
    figures: async (requests) =>
      (await (await fetch(`http://127.0.0.1:${answer.control}/${requests}`)).json()) as ReceiverFigures,
    end: () => child.end(),
  };
}

/** A service that may send to a receiver. @param directory for the certificate; it exists */
export function sendingTo({ ca }: Receiver, directory: string): ServiceVariant {
  const caFile = join(directory, 'ca.pem');
  writeFileSync(caFile, ca);
  return { env: { WEBHOOK_CA_FILE: caFile, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } };
}
