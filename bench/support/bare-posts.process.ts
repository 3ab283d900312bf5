import { Agent } from 'undici';

/** POSTs by undici alone: each body to the next origin in turn. */
export interface BarePosts {
  readonly origins: readonly string[];
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodies: readonly string[];
  readonly ids: readonly string[];
  /** Number of concurrent requests. */
  readonly inFlight: number;
  /** The CA certificate, PEM. */
  readonly ca: string;
}

/** Runs in a process of its own; answers the message with the number of 200s. */
process.once('message', (message) => void post(message as BarePosts));

async function post({ origins, path, headers, bodies, ids, inFlight, ca }: BarePosts): Promise<void> {
  const agent = new Agent({ connections: Math.ceil(inFlight / origins.length), connect: { ca } });
  let [next, answered] = [0, 0];
  const sendAll = async (): Promise<void> => {
    for (let at = next++; at < bodies.length; at = next++) {
      const response = await agent.request({
        origin: origins[at % origins.length]!,
        path,
        method: 'POST',
        headers: { ...headers, 'webhook-id': ids[at]! },
        body: bodies[at]!,
      });
      await response.body.text();
      if (response.statusCode === 200) answered += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, sendAll));
  await agent.close();
  process.send!(answered, () => process.exit(0));
}
