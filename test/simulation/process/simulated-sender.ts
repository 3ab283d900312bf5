import { type AttemptResult } from '#webhooks/domain';
import type { WebhookRequest, WebhookSender } from '#webhooks';
import { AttemptAbortedError } from '../../../libs/webhooks/sending/attempt-limit.js';
import type { Owner } from '../kernel/event-heap.js';
import type { Kernel } from '../kernel/kernel.js';
import type { ReceivedWebhook, ReceiverAnswer } from '../world.js';

/** Milliseconds that a request takes one way. */
const WAY_MS = { least: 1, spread: 40 };
/** Milliseconds after which an attempt has failed, as in the sender that goes over the network. */
const TIME_LIMIT_MS = 15_000;
const ADDRESS = '192.0.2.1';

export interface SenderOptions {
  readonly kernel: Kernel;
  readonly owner: Owner;
  /** From 0 up to but not 1. */
  readonly chance: () => number;
  /** The world's end: what the receiver answers to what arrived. What it throws, sending fails with. */
  readonly receive: (request: ReceivedWebhook) => ReceiverAnswer;
}

/** Where webhooks leave a process: a request arrives though the process that sent it is gone. */
export class SimulatedSender implements WebhookSender {
  private readonly underWay = new Set<(error: Error) => void>();
  private isClosed = false;

  constructor(private readonly options: SenderOptions) {}

  send({ url, deliveryId, body }: WebhookRequest): Promise<AttemptResult> {
    if (this.isClosed) return Promise.reject(new AttemptAbortedError('The sender is closed.'));
    const { kernel, owner, receive } = this.options;
    const began = kernel.now();
    return new Promise((resolve, reject) => {
      const abort = (error: Error): void => {
        this.underWay.delete(abort);
        reject(error);
      };
      const end = (result: AttemptResult): void => {
        // Aborted meanwhile.
        if (this.underWay.delete(abort)) resolve(result);
      };
      this.underWay.add(abort);
      kernel.after(this.way(), `webhook ${deliveryId}`, () => {
        let answer: ReceiverAnswer;
        try {
          answer = receive({ at: kernel.now(), url, deliveryId, body, process: owner.name });
        } catch (error) {
          kernel.after(this.way(), `webhook ${deliveryId} not sent`, () => abort(error as Error), owner);
          return;
        }
        const after = afterMs(answer) + this.way();
        kernel.after(
          Math.min(after, began + TIME_LIMIT_MS - kernel.now()),
          `webhook ${deliveryId} ended`,
          () => end(after > TIME_LIMIT_MS ? resultOf('hang', TIME_LIMIT_MS) : resultOf(answer, kernel.now() - began)),
          owner,
        );
      });
    });
  }

  abortAll(): void {
    for (const abort of [...this.underWay]) abort(new AttemptAbortedError('The service stops.'));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.abortAll();
  }

  private way(): number {
    return WAY_MS.least + this.options.chance() * WAY_MS.spread;
  }
}

function afterMs(answer: ReceiverAnswer): number {
  if (answer === 'hang') return Infinity;
  return answer === 'refused' ? 0 : (answer.afterMs ?? 0);
}

function resultOf(answer: ReceiverAnswer, milliseconds: number): AttemptResult {
  const durationMs = Math.round(milliseconds);
  if (typeof answer === 'object') {
    const { status } = answer;
    return { kind: 'answered', status, retryAfter: null, responseBody: '', resolvedIp: ADDRESS, durationMs };
  }
  const stage = answer === 'hang' ? 'headers' : 'connect';
  const error = answer === 'hang' ? 'headers: no end within 15 s' : 'connect: refused (ECONNREFUSED)';
  const nothing = { status: null, retryAfter: null, responseBody: null };
  return { kind: 'failed', stage, error, ...nothing, resolvedIp: ADDRESS, durationMs, reached: 'yes' };
}
