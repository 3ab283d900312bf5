import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { HealthChecks, Metrics } from '#http';
import type { HeldBoard, HeldStreamRow } from '#read-model';
import { registerGauge } from './metrics/gauges.js';
import { namingSentence } from './naming-sentence.js';

/** Shows held streams in health, where they do not make the service unready, and in metrics. */
export function watchHeldStreams(app: NestFastifyApplication, board: Pick<HeldBoard, 'rows'>): void {
  app.get(HealthChecks).add('held_back', () => heldBack(board.rows()), { isEssential: false });
  const help = 'Streams that are held back by an event that cannot be projected; at most 1000 are counted.';
  const { registry } = app.get(Metrics);
  registerGauge({ name: 'projection_held_streams', help, registry }, () => board.rows().length);
}

function heldBack(rows: readonly HeldStreamRow[]): string | undefined {
  return namingSentence(
    'Held back',
    rows.map(({ stream, at, type }) => `${stream}@${at} (${type})`),
  );
}
