import type { Logger } from 'pino';
import type { AttemptReport } from '#webhooks';

/** Logs one line an attempt, `delivery.attempted`: the logs alone tell the history of a delivery. */
export function logAttempt(logger: Pick<Logger, 'info'>, report: AttemptReport): void {
  logger.info(
    {
      workspace_id: report.workspaceId,
      delivery_id: report.deliveryId,
      outcome_id: report.outcomeId,
      endpoint_id: report.endpointId,
      event_id: report.eventId,
      host: report.host,
      attempt: report.attempt,
      result: report.result,
      status_code: report.statusCode,
      duration_ms: report.durationMs,
      next_attempt_at: report.nextAttemptAt,
    },
    'delivery.attempted',
  );
}
