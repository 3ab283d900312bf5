import { type CallRow, CALLS, withoutPersonal } from '#dialing/domain';
import { type IdSource, instant, type Instant, WorkspaceTurns } from '#kernel';
import type { ReadModel, ReadModelCacheWriter } from '#read-model';
import { DELIVERIES, type DeliveryRow, isPersonalMessage, withoutResponses } from '#webhooks/domain';
import { type ToDoRun } from '#workers';
import type { WorkspaceRow } from '#workspaces/domain';
import { EXPIRED_ROWS, type ExpiredRowsRow, nothingBlanked } from '../domain/index.js';
import { type Blanked, blankRows, type Blanking, type NumberedRow } from './blank-rows.js';
import { areBlank, type ExpiredDays, expiredDays } from './expired-days.js';
import { PassingWorker, type PassPorts, type WorkOfPass } from './workspace-passes.js';

export interface ExpiredRowsPorts extends PassPorts {
  readonly readModel: Pick<ReadModel, 'page' | 'getMany' | 'projectedRevision'>;
  readonly cacheWriter: Pick<ReadModelCacheWriter, 'amendRows' | 'putRows'>;
  readonly ids: IdSource;
}

/** Milliseconds between two passes: how much longer than its key personal data may be read. */
const PASS_MS = 600_000;

/** Workspaces at once: each holds a page of rows in memory. */
const CONCURRENT_WORKSPACES = 4;

/** Calls of one page. It takes the embedded pair, which reads on the thread that answers HTTP, some milliseconds. */
const CALLS_OF_PAGE = 200;

/** Deliveries of one page. With its responses one has up to 60 KB, so a page has at most 3 MB. */
const DELIVERIES_OF_PAGE = 50;

/**
 * Blanks the rows whose personal data has ended, as a rebuild would fold them (docs/reference/personal-data.md): phones
 * and notes of completed calls, messages of final deliveries, old responses. How far it came stands in a row beside the
 * log, so that each row is visited once. Rows that a rebuild exchanges meanwhile are gone through from their first row
 * (docs/adr/0051-rows-in-mongodb-are-exchanged-by-their-mark.md). It writes rows only, those of the copy whose turn it
 * has.
 */
export class ExpiredRowsWorker extends PassingWorker {
  constructor(ports: ExpiredRowsPorts) {
    super(ports, new BlankingRows(ports));
  }
}

class BlankingRows implements WorkOfPass {
  readonly interval = PASS_MS;
  private readonly turns = new WorkspaceTurns(CONCURRENT_WORKSPACES);

  constructor(private readonly ports: ExpiredRowsPorts) {}

  begin(): Promise<void> {
    return Promise.resolve();
  }

  concerns(workspace: WorkspaceRow, now: Instant): boolean {
    // Whether they are blank is looked up in each pass: other rows may have taken the place of those that were.
    return !areBlank(expiredDays(workspace, now));
  }

  async work(workspace: WorkspaceRow, run: ToDoRun): Promise<void> {
    const { readModel, clock } = this.ports;
    const { workspace_id: workspaceId, revision } = workspace;
    // A store without transactions may show this row before the rows of older events.
    const visible = revision <= (await readModel.projectedRevision(workspaceId));
    await run.whenProjected(workspaceId, { revision, visible });
    await this.turns.run(workspaceId, async () => {
      const [found] = await readModel.getMany(EXPIRED_ROWS, [[workspaceId]]);
      const stored = found?.rows_id === undefined ? undefined : found;
      const days = expiredDays(workspace, instant(clock.now()));
      if (!areBlank(days, stored)) await this.blank(stored ?? (await this.begun(workspaceId)), days, run);
    });
  }

  /** Puts the row that says how far the rows are blanked that are live now. */
  private async begun(workspaceId: string): Promise<ExpiredRowsRow> {
    const document = { ...nothingBlanked(workspaceId), rows_id: this.ports.ids.next() };
    await this.ports.cacheWriter.putRows([{ collection: EXPIRED_ROWS, key: [workspaceId], document }]);
    return document;
  }

  private async blank(stored: ExpiredRowsRow, days: ExpiredDays, run: ToDoRun): Promise<void> {
    const calls = await this.blankCalls(stored, days, run);
    const bodies = calls && (await this.blankBodies(stored, days, run));
    const responses = bodies && (await this.blankResponses(stored, days, run));
    // The worker was stopped before the last row.
    if (!responses) return;
    const { workspace_id, revision, rows_id = '' } = stored;
    const set = {
      ...days,
      // A delivery that is not final yet is visited again.
      deliveries_before: bodies.complete ? days.deliveries_before : stored.deliveries_before,
      calls_to: calls.to,
      bodies_to: bodies.to,
      responses_to: responses.to,
    };
    // Amended, not put: rows that were exchanged since the pass began have another id, or no such row yet.
    const change = { collection: EXPIRED_ROWS, key: [workspace_id], revision, ifFields: { rows_id }, set };
    await this.ports.cacheWriter.amendRows([change]);
  }

  /** No open call began before these days: `PersonalDataExpired` waits for it. */
  private blankCalls({ workspace_id, calls_to }: ExpiredRowsRow, { calls_before }: ExpiredDays, run: ToDoRun) {
    return this.walk<CallRow>(run, {
      ...{ collection: CALLS, index: 'open', prefix: [workspace_id, 0], limit: CALLS_OF_PAGE },
      ...{ after: calls_to, before: calls_before },
      beganAt: ({ dispatched_at }) => dispatched_at,
      blank: (row) =>
        [row.phone, row.notes, row.recording_url].every((each) => each === null) ? undefined : withoutPersonal(row),
      isDone: () => true,
    });
  }

  private blankBodies({ workspace_id, bodies_to }: ExpiredRowsRow, { deliveries_before }: ExpiredDays, run: ToDoRun) {
    return this.walk<DeliveryRow>(run, {
      ...{ collection: DELIVERIES, index: 'by_number', prefix: [workspace_id], limit: DELIVERIES_OF_PAGE },
      ...{ after: bodies_to, before: deliveries_before },
      beganAt: ({ created_at }) => created_at,
      blank: (row) => {
        const isKept = row.body === null || row.next_attempt_at !== null || !isPersonalMessage(row);
        return isKept ? undefined : { body: null };
      },
      isDone: ({ next_attempt_at }) => next_attempt_at === null,
    });
  }

  /** An attempt may have been made some days after its delivery was requested: such a delivery is visited again. */
  private blankResponses(
    { workspace_id, responses_to }: ExpiredRowsRow,
    { responses_before: before }: ExpiredDays,
    run: ToDoRun,
  ) {
    return this.walk<DeliveryRow>(run, {
      ...{ collection: DELIVERIES, index: 'by_number', prefix: [workspace_id], limit: DELIVERIES_OF_PAGE },
      ...{ after: responses_to, before },
      beganAt: ({ created_at }) => created_at,
      blank: ({ attempts, next_attempt_at }) => {
        const without = next_attempt_at === null ? withoutResponses(attempts, before) : attempts;
        return without === attempts ? undefined : { attempts: without };
      },
      isDone: ({ attempts, next_attempt_at }) =>
        next_attempt_at === null &&
        withoutResponses(attempts, before).every(({ response_body }) => response_body === null),
    });
  }

  private walk<Doc extends NumberedRow>(run: ToDoRun, blanking: Blanking<Doc>): Promise<Blanked | undefined> {
    return blankRows(this.ports, blanking, () => run.stopped);
  }
}
