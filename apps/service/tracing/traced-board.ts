import type { Tracer } from '#kernel';
import type { ProgressBoard, ProgressReport } from '#read-model';

/**
 * A board whose reports become steps `project` of the traces that they name. They come from the projecting thread,
 * which has no tracer of its own.
 */
export function tracedBoard(
  board: Pick<ProgressBoard, 'report' | 'fail'>,
  tracer: Tracer | undefined,
): Pick<ProgressBoard, 'report' | 'fail'> {
  if (!tracer) return board;
  return {
    report: (report) => {
      board.report(report);
      tell(tracer, report);
    },
    fail: (error) => board.fail(error),
  };
}

function tell(tracer: Tracer, { traces = [] }: ProgressReport): void {
  for (const { traceparent: parent, events, begunAt: at, endedAt } of traces) {
    const attributes = { 'smartlists.project.events': events };
    tracer.begin({ name: 'project', kind: 'internal', parent, at, attributes })?.end(undefined, endedAt);
  }
}
