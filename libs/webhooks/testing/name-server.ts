import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** The answer of a name server to a question: an address, none (empty), a failure; undefined: it never answers. */
export type Zone = (name: string, type: 'A' | 'AAAA') => readonly number[] | 'NXDOMAIN' | 'SERVFAIL' | undefined;

/** A name server on 127.0.0.1. */
export interface NameServer {
  /** With its port, as SystemResolver takes it. */
  readonly address: string;
  close(): void;
}

const CODES = { NXDOMAIN: 3, SERVFAIL: 2 };

/** Starts a name server with this zone. `asked` is called with each question. */
export async function startNameServer(
  zone: Zone,
  asked: (name: string) => void = () => undefined,
): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (question, from) => {
    const answer = answerTo(question, zone, asked);
    if (answer) socket.send(answer, from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, close: () => void socket.close() };
}

/** One message of RFC 1035: its question repeated, and at most one record. */
function answerTo(question: Buffer, zone: Zone, asked: (name: string) => void): Buffer | undefined {
  const labels: string[] = [];
  let at = 12;
  for (; question[at]! > 0; at += question[at]! + 1)
    labels.push(question.toString('latin1', at + 1, at + 1 + question[at]!));
  const end = at + 5;
  const type = question.readUInt16BE(at + 1);
  asked(labels.join('.'));
  const said = zone(labels.join('.'), type === 1 ? 'A' : 'AAAA');
  if (said === undefined) return undefined;
  const code = typeof said === 'string' ? CODES[said] : 0;
  const data = typeof said === 'string' ? [] : said;
  const head = Buffer.from(question.subarray(0, end));
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(data.length > 0 ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  const record = [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data];
  return Buffer.concat([head, Buffer.from(data.length > 0 ? record : [])]);
}
