import { pino } from 'pino';
import type { AttemptReport } from '#webhooks';
import { logAttempt } from './attempt-log.js';

it('an attempt is one line of the log, with everything but the body, the URL and the secrets', () => {
  const lines: string[] = [];
  const logger = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
  const report: AttemptReport = {
    workspaceId: 'w',
    deliveryId: 'd',
    outcomeId: 'o',
    endpointId: '',
    eventId: 'e',
    host: 'one.example.com:8443',
    at: '2030-01-01T00:00:00.000Z',
    attempt: 3,
    result: 'retrying',
    statusCode: 503,
    durationMs: 21,
    nextAttemptAt: '2030-01-01T00:30:00.000Z',
  };
  logAttempt(logger, Object.assign(report, { body: 'secret', url: 'https://one.example.com:8443/token' }));
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      level: 30,
      msg: 'delivery.attempted',
      workspace_id: 'w',
      delivery_id: 'd',
      outcome_id: 'o',
      endpoint_id: '',
      event_id: 'e',
      host: 'one.example.com:8443',
      attempt: 3,
      result: 'retrying',
      status_code: 503,
      duration_ms: 21,
      next_attempt_at: '2030-01-01T00:30:00.000Z',
    },
  ]);
});
