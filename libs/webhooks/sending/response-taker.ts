import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { MAX_RESPONSE_BODY } from '../domain/attempt.js';
import { AttemptError, type Progress, type Response } from './attempt-error.js';

/** As much of a response as is read so that its connection can be used again; of a longer one no more is waited for. */
const MAX_READ = 65_536;
/** Of informational responses (1xx) before the one that counts. */
const MAX_INFORMATIONAL = 8;

/** What came back, the body cut to MAX_RESPONSE_BODY. */
export interface Answer extends Response {
  /** False: there is more of it, which is not read. Its connection is of no further use. */
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

  /** There to tell undici which of its two kinds of handlers this one is. */
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

/** A byte of these is six in JSON: a page of them would take more room in every row and answer than any text. */
const CONTROLS = /[^\P{Cc}\t\n\r\u007f-\u009f]/gu;

/**
 * Bytes as text that is no longer than they are: an invalid byte would become three, and a character that was cut is
 * left out.
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
