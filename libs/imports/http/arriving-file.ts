import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { hasOtherCharset } from '#http';
import { DomainError, invalidField } from '#kernel';
import type { ArrivingFile } from '../commands/row-intake.js';
import { itemReader } from './rows-of-files.js';

/** The types of the file of an import. */
export const FILE_TYPES = ['text/csv', 'application/jsonl', 'application/x-ndjson'] as const;

/**
 * The file in the body of a request.
 * @throws DomainError `validation_failed` without a body; `unsupported_media_type` for another charset or encoding
 */
export function arrivingFile({ raw, body, headers }: FastifyRequest): ArrivingFile {
  if (body === undefined) {
    throw invalidField(
      'validation_failed',
      '',
      'required',
      `Send the file as the body, as ${FILE_TYPES.join(' or ')}.`,
    );
  }
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers;
  if (hasOtherCharset(type)) throw new DomainError('unsupported_media_type', 'Send the file in UTF-8.');
  const isGzip = encoding.toLowerCase() === 'gzip';
  if (!isGzip && encoding.toLowerCase() !== 'identity') {
    throw new DomainError('unsupported_media_type', 'Send the file plain, or with Content-Encoding: gzip.');
  }
  const isCsv = /^text\/csv\b/i.test(type);
  return {
    format: isCsv ? 'csv' : 'jsonl',
    gzip: isGzip,
    bytes: bytesOf(raw),
    itemOf: (kind) => itemReader(kind, isCsv),
  };
}

/** The bytes of a body. @throws DomainError `malformed_request` for one that broke off */
async function* bytesOf(body: Readable): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    // A body that is given up half-way must leave its connection: the refusal is still to be written there.
    yield* body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } catch {
    throw new DomainError('malformed_request', 'The body broke off.');
  }
}
