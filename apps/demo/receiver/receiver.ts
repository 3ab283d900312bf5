import { createServer, type Server } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { checkSignatures, type ReceivedHeaders } from '#webhooks/receiving';
import type { DemoIdentity } from './identity.js';

/** Bytes; deliveries have at most 20 KB. */
const MAX_BODY = 1 << 20;

export interface ReceiverOptions {
  readonly identity: DemoIdentity;
  /** Signing secrets, `whsec_…`; without one signatures are not checked. */
  readonly secrets: readonly string[];
  /** The status that each delivery is answered with. */
  readonly answer: number;
  readonly show: (line: string) => void;
}

/** A receiver that answers every delivery with the same status and shows whether its signatures are valid. */
export function demoReceiver({ identity, secrets, answer, show }: ReceiverOptions): Server {
  const seen = new Map<string, number>();
  return createServer(identity, (request, response) => {
    read(request).then(
      (body) => {
        const headers = request.headers as ReceivedHeaders;
        const id = headers['webhook-id'] ?? 'without an id';
        const times = (seen.get(id) ?? 0) + 1;
        seen.set(id, times);
        show(`${request.method} ${request.url}  delivery ${id}${times > 1 ? ` (${times} times by now)` : ''}`);
        show(`  ${contentOf(body)}`);
        for (const line of verdicts(headers, body, secrets)) show(`  ${line}`);
        response.writeHead(answer).end();
        show(`  answered ${answer}`);
      },
      (error: unknown) => {
        show(`${request.method} ${request.url}  ${(error as Error).message}`);
        response.destroy();
      },
    );
  });
}

function verdicts(headers: ReceivedHeaders, body: Buffer, secrets: readonly string[]): readonly string[] {
  if (secrets.length === 0) return ['signatures not checked: no --secret was given'];
  return checkSignatures(headers, body, secrets).map(
    ({ header, holds, problem }) => `${header.padEnd(20)} ${holds ? 'holds' : `DOES NOT HOLD: ${problem}`}`,
  );
}

/** One line about the message. Control characters are escaped, because a terminal would execute them. */
function contentOf(body: Buffer): string {
  try {
    const { type, outcome, call, contact, destination } = JSON.parse(body.toString('utf8')) as Record<
      string,
      Record<string, unknown>
    >;
    const { destination_type, destination_name } = destination ?? {};
    return JSON.stringify({
      type,
      outcome: outcome?.['outcome_name'],
      call: call?.['call_id'],
      sequence: call?.['sequence'],
      contact: contact?.['contact_id'],
      destination_type,
      destination_name,
    });
  } catch {
    return `${body.length} bytes that are not a message of Smart Lists`;
  }
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY) throw new Error('more than 1 MB: not read');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
