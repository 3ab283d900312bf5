import { request as httpRequest, type IncomingMessage } from 'node:http';
import { parse } from 'csv-parse/sync';
import type { Answer } from './http.js';
import type { TestWorkspace } from './workspace.js';

/** The objects of a file of JSON Lines. */
export function linesIn<Row>({ bytes }: Pick<Answer, 'bytes'>): readonly Row[] {
  const text = bytes.toString();
  expect(text === '' || text.endsWith('\n')).toBe(true);
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Row);
}

/** The rows of a CSV file by the names of its columns, read as any client would. */
export function tableIn({ bytes }: Pick<Answer, 'bytes'>): readonly Readonly<Record<string, string>>[] {
  return parse(bytes, { columns: true, record_delimiter: '\r\n' });
}

/** An answer whose body is not read before it is asked for. */
export class SlowReader {
  private constructor(readonly answer: IncomingMessage) {}

  /** Asks on a connection of its own, and comes back with the head of the answer. */
  static open({ service, client }: TestWorkspace, path: string): Promise<SlowReader> {
    const headers = { authorization: `Bearer ${client.token!}` };
    return new Promise((resolve, reject) => {
      const asked = httpRequest({ host: '127.0.0.1', port: service.port, path, headers, agent: false });
      asked.once('error', reject);
      asked.once('response', (answer) => resolve(new SlowReader(answer.pause())));
      asked.end();
    });
  }

  /** Closes the connection without reading on. */
  leave(): void {
    this.answer.destroy();
  }

  /** Reads to the end. @returns whether it was the end of the whole body, or the connection broke */
  async isWhole(): Promise<boolean> {
    try {
      for await (const chunk of this.answer) void chunk;
      return this.answer.complete;
    } catch {
      return false;
    }
  }
}
