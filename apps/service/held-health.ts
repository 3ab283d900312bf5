import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Gauge } from 'prom-client';
import { HealthChecks, Metrics } from '#http';
import type { HeldBoard, HeldStreamRow } from '#read-model';
import { namingSentence } from './naming-sentence.js';

/** Shows held streams in health, where they do not make the service unready, and in metrics. */
export function watchHeldStreams(app: NestFastifyApplication, board: Pick<HeldBoard, 'rows'>): void {
  app.get(HealthChecks).add('held_back', () => heldBack(board.rows()), { isEssential: false });
  new Gauge({
    name: 'projection_held_streams',
    help: 'Streams that are held back by an event that cannot be projected; at most 1000 are counted.',
    registers: [app.get(Metrics).registry],
    collect() {
      this.set(board.rows().length);
    },
  });
}

function heldBack(rows: readonly HeldStreamRow[]): string | undefined {
  return namingSentence(
    'Held back',
    rows.map(({ stream, at, type }) => `${stream}@${at} (${type})`),
  );
}
