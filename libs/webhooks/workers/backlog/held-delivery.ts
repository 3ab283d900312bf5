import { keyText } from '#kernel';
import type { RetryPolicy } from '#workers';
import type { DueDeliveryRow } from '../../domain/index.js';
import { dueKey } from './unprojected.js';

/** A delivery that was read from the to-do list. The comment of DeliveryDispatcher shows its states. */
export interface HeldDelivery extends DueDeliveryRow {
  readonly retries: RetryPolicy;
  /** Ends the rest; set while the delivery rests. */
  cancelTimer?: (() => void) | undefined;
  /** Its last event, and the request behind that; undefined: its row was not read yet. */
  cause?: { readonly eventId: string; readonly correlationId: string };
  /** It was sent, and its attempt cannot be recorded. */
  unrecorded?: boolean;
}

/** Identifies a delivery among those of all workspaces. */
export function nameOf(row: DueDeliveryRow): string {
  return keyText(dueKey(row));
}
