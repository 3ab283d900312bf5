import { isIP } from 'node:net';
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls';
import type { Timers } from '#kernel';
import type { Reached } from '../domain/attempt.js';
import { AttemptTimeout, type Progress, reachedBy } from './attempt-error.js';

/** More are not tried: an attempt has seconds, and the next one comes. */
const MAX_TRIED = 3;

export interface Dialing {
  readonly secureContext: SecureContext;
  readonly timers: Timers;
  /** For TCP and TLS, shared evenly by the addresses that are tried. */
  readonly connectMs: number;
}

/**
 * Makes a TLS connection for a URL to the first of the addresses that gives one. The address is what the socket is
 * told, so that nothing is looked up again; the certificate is held against the host of the URL.
 * @throws what the address failed with that says most of the receiver, of several the last: `progress` is of that one
 * then
 */
export async function connect(
  url: URL,
  addresses: readonly string[],
  dialing: Dialing,
  progress: Progress,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const tried = addresses.slice(0, MAX_TRIED);
  const share = { ...dialing, connectMs: dialing.connectMs / tried.length };
  const failures: Failure[] = [];
  signal.throwIfAborted();
  for (const address of tried) {
    if (signal.aborted) break;
    try {
      return await connectTo(url, address, share, progress, signal);
    } catch (error) {
      failures.push({ ...progress, error });
    }
  }
  const { error, stage, resolvedIp } = failures.reduce((most, next) => (tells(next) >= tells(most) ? next : most));
  Object.assign(progress, { stage, resolvedIp });
  throw error;
}

/** What came of one address. */
interface Failure extends Pick<Progress, 'stage' | 'resolvedIp'> {
  readonly error: unknown;
}

/** How much a failure says of the receiver: a refusal more than an address of IPv6 where there is no IPv6. */
function tells({ stage, error }: Failure): number {
  if (stage === 'tls') return TELLING.length;
  return TELLING.indexOf(reachedBy({ stage, heard: false }, error));
}

const TELLING: readonly Reached[] = ['unknown', 'no_route', 'no', 'yes'];

function connectTo(
  url: URL,
  address: string,
  { secureContext, timers, connectMs }: Dialing,
  progress: Progress,
  signal: AbortSignal,
): Promise<TLSSocket> {
  progress.stage = 'connect';
  progress.resolvedIp = address;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const socket = connectTls({
    host: address,
    port: Number(url.port || 443),
    // Names alone may be indicated (RFC 6066); without one the certificate is held against the address.
    ...(isIP(host) ? {} : { servername: host }),
    secureContext,
    // Said, as an environment with NODE_TLS_REJECT_UNAUTHORIZED=0 would else switch the checks off.
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
  });
  socket.setNoDelay(true);
  return new Promise((resolve, reject) => {
    const cancelTimer = timers.set(connectMs, () => socket.destroy(new AttemptTimeout(connectMs)));
    const abort = (): void => void socket.destroy(signal.reason as Error);
    const settle = (): void => {
      cancelTimer();
      signal.removeEventListener('abort', abort);
    };
    signal.addEventListener('abort', abort);
    socket.once('connect', () => {
      progress.stage = 'tls';
      progress.heard = true;
    });
    socket.once('secureConnect', () => {
      settle();
      resolve(socket);
    });
    // Stays: between here and its use a socket that breaks must not end the process.
    socket.on('error', (error: Error) => {
      settle();
      reject(error);
    });
  });
}
