import { isIP } from 'node:net';
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls';
import type { Timers } from '#kernel';
import type { Reached } from '../domain/attempt.js';
import { AttemptTimeout, type Progress, reachedBy } from './attempt-error.js';

/** Addresses tried in one attempt: it has only seconds, and a later attempt may reach another address. */
const MAX_TRIED = 3;

export interface Dialing {
  readonly secureContext: SecureContext;
  readonly timers: Timers;
  /** For TCP and TLS, shared evenly by the addresses that are tried. */
  readonly connectMs: number;
}

/**
 * Makes a TLS connection for a URL to the first of the addresses that accepts one. The socket gets the address, so that
 * no name is looked up again; the certificate is checked against the host of the URL.
 * @throws the failure that says most about the receiver, the last one of several; `progress` then shows that address
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

/** The failure of one address. */
interface Failure extends Pick<Progress, 'stage' | 'resolvedIp'> {
  readonly error: unknown;
}

/** How much a failure says about the receiver: a refusal says more than an IPv6 address on a machine without IPv6. */
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
    // Only names may be indicated (RFC 6066); without one the certificate is checked against the address.
    ...(isIP(host) ? {} : { servername: host }),
    secureContext,
    // Explicit, since an environment with NODE_TLS_REJECT_UNAUTHORIZED=0 would otherwise switch the checks off.
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
    // Never removed: a socket that breaks between here and its use must not end the process.
    socket.on('error', (error: Error) => {
      settle();
      reject(error);
    });
  });
}
