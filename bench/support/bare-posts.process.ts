import { Agent } from 'undici';

/** POSTs that undici sends by itself: every body to an origin in turn. */
export interface BarePosts {
  readonly origins: readonly string[];
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodies: readonly string[];
  readonly ids: readonly string[];
  /** Under way at once. */
  readonly inFlight: number;
  /** PEM. */
  readonly ca: string;
}

/** In a process of its own; answers the message with how many were answered by 200. */
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
