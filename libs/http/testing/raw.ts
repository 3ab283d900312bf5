import { connect } from 'node:net';

/** An answer over a socket. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/**
 * Sends bytes unchanged and reads one answer until the server closes the connection: for requests that no client would
 * send.
 */
export async function sendRaw(port: number, request: string | Buffer): Promise<RawAnswer> {
  const text = await new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.end(request));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error) => (chunks.length > 0 ? resolve(Buffer.concat(chunks).toString()) : reject(error)));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = lines.map(
    (line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)] as const,
  );
  return { status: Number(first.split(' ')[1]), headers: new Map(headers), body: text.slice(end + 4) };
}
