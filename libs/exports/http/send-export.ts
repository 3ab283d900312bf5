import { addAbortSignal, Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '#kernel';
import type { Export } from '../queries/export.js';
import { type Column, headerOf, linesOf } from './csv.js';
import type { ExportFormat } from './exports.dto.js';
import { ClientGoneError } from './running-exports.js';

/** What is sent, and as what. */
export interface Sent<Shown> {
  /** Of the file: `contacts`. */
  readonly name: string;
  readonly format: ExportFormat;
  readonly exported: Export<Shown>;
  /** The columns of CSV; asked for before the first row is read, and for CSV alone. */
  readonly columns: () => Promise<readonly Column<Shown>[]>;
  readonly signal: AbortSignal;
}

export const CONTENT_TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl; charset=utf-8' } as const;

/** Characters that wait for a client that reads slowly; no row is read while there are more. */
const WAITING = 65_536;

/**
 * The body of an export, made while it is read. What fails before the first rows is refused as by any endpoint; what
 * fails later ends the connection, so that no part of a file is taken for all of it.
 * @throws what the export throws before its first rows
 */
export async function sendExport<Shown>(
  request: FastifyRequest,
  reply: FastifyReply,
  sent: Sent<Shown>,
): Promise<StreamableFile> {
  refuseWithoutChunks(request);
  const { name, format, exported, signal } = sent;
  const { revision, at } = exported;
  const isHead = request.method === 'HEAD';
  const texts = textsOf(sent);
  const first = isHead ? undefined : await texts.next();
  reply.headers({
    'Content-Type': CONTENT_TYPES[format],
    'Content-Disposition': `attachment; filename="${name}-${revision}.${format}"`,
    'Export-Revision': revision,
    'Export-Time': at,
  });
  if (!first) return new StreamableFile(Readable.from([]));
  const body = Readable.from(continued(first, texts), { objectMode: false, highWaterMark: WAITING });
  body.on('error', (error) => {
    if (error instanceof ClientGoneError || signal.reason instanceof ClientGoneError) return;
    const { logger } = request.server.http;
    logger.warn({ err: error, request_id: request.id, export: name, revision }, 'an export has broken off');
  });
  // Nest would send a bare stream by way of another one, whose failure ends no connection.
  return new StreamableFile(addAbortSignal(signal, body));
}

/** Without chunks the end of a connection that broke would be taken for the end of the file. */
function refuseWithoutChunks({ raw }: FastifyRequest): void {
  if (raw.httpVersion !== '1.0') return;
  throw new DomainError('malformed_request', 'An export needs HTTP/1.1: only then its end can be told from a failure.');
}

async function* textsOf<Shown>({ format, exported, columns, signal }: Sent<Shown>): AsyncGenerator<string, void> {
  const table = format === 'csv' ? await columns() : undefined;
  let text = table ? headerOf(table) : '';
  for await (const rows of exported.pages()) {
    signal.throwIfAborted();
    text += table ? linesOf(table, rows) : rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    // Of a page whose rows are all left out there is nothing to send: a stream would take '' for its end.
    if (text !== '') yield text;
    text = '';
  }
}

async function* continued(first: IteratorResult<string, void>, rest: AsyncGenerator<string, void>) {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
