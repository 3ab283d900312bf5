import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import type { AllStreamSubscription, JSONEventType, ResolvedEvent } from '@eventstore/db-client';

export type Happened = JSONEventType<'Happened', { n: number }>;

export const happened = (n: number) => jsonEvent<Happened>({ type: 'Happened', data: { n } });

/** The numbers in the events of a stream, in order. */
export async function numbersIn(client: EventStoreDBClient, stream: string): Promise<readonly number[]> {
  const numbers: number[] = [];
  for await (const { event } of client.readStream<Happened>(stream)) numbers.push(event!.data.n);
  return numbers;
}

/** The error of a rejected promise. */
export async function failureOf(promise: Promise<unknown>): Promise<Error & { readonly code?: number }> {
  try {
    await promise;
  } catch (error) {
    return error as Error & { readonly code?: number };
  }
  throw new Error('It succeeded.');
}

/** A subscription that has caught up, with its delivered events and its error. */
export interface Following {
  readonly delivered: readonly ResolvedEvent[];
  readonly failure: Promise<Error & { readonly code?: number }>;
  /** Resolves when this many events were delivered. */
  whenDelivered(count: number): Promise<void>;
}

export async function following(subscription: AllStreamSubscription): Promise<Following> {
  const delivered: ResolvedEvent[] = [];
  const failure = new Promise<Error>((resolve) => subscription.on('error', resolve));
  subscription.on('data', (resolved) => delivered.push(resolved));
  await new Promise<void>((resolve) => subscription.once('caughtUp', resolve));
  const whenDelivered = (count: number) =>
    new Promise<void>((resolve) => {
      const look = () => delivered.length >= count && resolve();
      subscription.on('data', look);
      look();
    });
  return { delivered, failure, whenDelivered };
}
