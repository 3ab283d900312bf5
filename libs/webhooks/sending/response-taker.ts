import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { MAX_RESPONSE_BODY } from '../domain/attempt.js';
import { AttemptError, type Progress, type Response } from './attempt-error.js';

/**
 * Bytes of a response that are read so that its connection can be used again; the rest of a longer one is not awaited.
 */
const MAX_READ = 65_536;
/** Informational responses (1xx) that are accepted before the final one. */
const MAX_INFORMATIONAL = 8;

/** A response whose body is cut to MAX_RESPONSE_BODY. */
export interface Answer extends Response {
  /** False: the rest of the body is not read, so its connection cannot be used again. */
  readonly whole: boolean;
}

/**
 * Takes one response from undici, as much of it as is wanted. A stream for each of these small bodies would cost more
 * than the rest of an exchange.
 */
export class ResponseTaker implements Dispatcher.DispatchHandler {
  private readonly kept: Buffer[] = [];
  private read = 0;
  private informational = 0;

  constructor(
    private readonly progress: Progress,
    private readonly resolve: (answer: Answer) => void,
    private readonly reject: (error: Error) => void,
  ) {}

  /** Tells undici which of its two kinds of handlers this is. */
  onRequestStart(): void {
    return;
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 100) controller.abort(new AttemptError('the response is not HTTP: there is no such status'));
    else if (status < 200) {
      this.informational += 1;
      if (this.informational > MAX_INFORMATIONAL)
        controller.abort(new AttemptError('too many informational responses'));
    } else this.begin(status, headers);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.read < MAX_RESPONSE_BODY) this.kept.push(chunk);
    this.read += chunk.length;
    if (this.read > MAX_READ) this.end(false);
  }

  onResponseEnd(): void {
    this.end(true);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.reject(error);
  }

  private begin(status: number, { 'retry-after': retryAfter }: IncomingHttpHeaders): void {
    const { kept, progress } = this;
    progress.stage = 'body';
    progress.response = {
      status,
      retryAfter: [retryAfter].flat()[0] ?? null,
      get body() {
        return asText(kept);
      },
    };
  }

  private end(whole: boolean): void {
    const { status, retryAfter, body } = this.progress.response!;
    this.resolve({ status, retryAfter, body, whole });
  }
}

/** A byte of these takes six in JSON: a page of them would make rows and answers larger than any text does. */
const CONTROLS = /[^\P{Cc}\t\n\r\u007f-\u009f]/gu;

/**
 * Decodes bytes into a text that is no longer than they are: an invalid byte would become three, and a character that
 * was cut is left out.
 */
function asText(chunks: readonly Buffer[]): string {
  if (chunks.length === 0) return '';
  const bytes = Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BODY);
  const text = decoded(bytes).replace(CONTROLS, '\ufffd');
  if (Buffer.byteLength(text) <= MAX_RESPONSE_BODY) return text;
  return decoded(Buffer.from(text).subarray(0, MAX_RESPONSE_BODY));
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
}
