import { type Answer, type Clock, type CommandContext, DomainError, type Timers } from '#kernel';
import type { CommandUnderWay } from '#workspace-head';
import { advanceImport, type ImportKind, type NextRows } from '../domain/index.js';
import type { ImportCommands } from './import-commands.js';

// docs/adr/0068-an-import-goes-ahead-while-it-is-alone.md

/** Rows of one batch of the file. */
export interface ArrivedRows extends NextRows {
  /** Of the batch in the file. */
  readonly bytes: number;
}

export interface RowsUnderWayPorts {
  readonly commands: ImportCommands;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly isStopping: () => boolean;
}

/** The import whose rows are done. */
export interface ImportOfRows {
  readonly importId: string;
  readonly kind: ImportKind;
  /** The number of the last row that is done. */
  readonly done: number;
}

/** Longest rest between two decisions, in milliseconds: the clock may be set. */
const MAX_REST_MS = 1_000;

/** Rows that were decided, and are not known to be visible. */
interface Decision {
  readonly rows: ArrivedRows;
  /** The number of the last row that is done by it, as predicted. */
  readonly upTo: number;
  readonly stages: CommandUnderWay;
}

/**
 * Does the rows of one file, in their order. While the process has nothing else to decide, the next rows are decided on
 * the predicted state, before those in front of them are durable. `advanceImport` refuses rows that do not follow those
 * done, so that a prediction that fails costs time only.
 *
 *     waiting (`todo`) ── decided ──▶ under way (`decisions`)
 *     under way ───────── its rows are visible ──▶ done
 *     under way ───────── a lost race: it does other rows than predicted ──▶ those behind are waiting again
 *     under way ───────── refused, or failed ──▶ the file ends
 */
export class RowsUnderWay {
  private readonly todo: ArrivedRows[] = [];
  private readonly decisions: Decision[] = [];
  private done: number;

  constructor(
    private readonly ports: RowsUnderWayPorts,
    private readonly context: CommandContext,
    private readonly target: ImportOfRows,
  ) {
    this.done = target.done;
  }

  /**
   * Decides rows that follow those added before; waits while too many are under way.
   * @throws DomainError as `advanceImport`; `unavailable` while the process stops
   */
  async add(rows: ArrivedRows): Promise<void> {
    this.todo.push(rows);
    while (this.todo.length > 0) await this.decideNext();
  }

  /**
   * Waits until all rows are done and visible.
   * @returns the number of the last one
   * @throws DomainError as `add`
   */
  async end(): Promise<number> {
    while (this.todo.length + this.decisions.length > 0) {
      if (this.todo.length > 0) await this.decideNext();
      else await this.confirmFirst();
    }
    return this.done;
  }

  /** Resolves when no decision is on its way to the log, whatever has become of them. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.decisions.map(({ stages }) => stages.durable));
  }

  private async decideNext(): Promise<void> {
    const { commands, clock, isStopping } = this.ports;
    if (isStopping()) throw new DomainError('unavailable', 'The service is stopping. Send the file again.');
    const { rows, underWay, rests } = commands.pace();
    // Removals from all lists read 1,000 lists a row: their reads are in memory once.
    await this.confirmUntil(this.target.kind === 'removals' ? 0 : underWay - 1);
    const began = clock.now();
    await this.decide(this.nextRows(rows));
    if (rests === 0) return;
    await this.confirmUntil(0);
    await this.rest(rests * (clock.now() - began));
  }

  private nextRows(most: number): ArrivedRows {
    const { rows, ...batch } = this.todo.shift()!;
    if (rows.length > most) this.todo.unshift({ ...batch, rows: rows.slice(most) });
    return { ...batch, rows: rows.slice(0, most) };
  }

  private async decide(rows: ArrivedRows): Promise<void> {
    const { bytes } = rows;
    const decide = advanceImport(this.target.importId, rows);
    const stages = this.ports.commands.begin({ ...this.context, bytes, isPaced: true, decide });
    const answer = await stages.predicted;
    if (!answer) return this.decideRefused(rows, stages);
    const upTo = lastRowOf(answer);
    this.decisions.push({ rows, upTo, stages });
    this.putBack([rows], upTo);
  }

  /** Does the first half of rows whose events are too many for one append. */
  private async decideRefused(refused: ArrivedRows, stages: CommandUnderWay): Promise<void> {
    this.putBack([refused], this.done);
    await this.confirmUntil(0);
    try {
      // It was decided once more, after a lost race.
      this.passOver(lastRowOf(await stages.durable));
    } catch (error) {
      const [next] = this.todo;
      // The decision in front of it has done it, too, or those in front were not done as predicted, and come first.
      if (next?.rows[0] !== refused.rows[0]) return;
      const { rows, ...batch } = next!;
      const isTooLarge = error instanceof DomainError && error.code === 'payload_too_large';
      if (!isTooLarge || rows.length === 1) throw error;
      const half = Math.ceil(rows.length / 2);
      this.todo.splice(0, 1, { ...batch, rows: rows.slice(0, half) }, { ...batch, rows: rows.slice(half) });
    }
  }

  /** Waits until at most `most` decisions are under way. */
  private async confirmUntil(most: number): Promise<void> {
    while (this.decisions.length > most) await this.confirmFirst();
  }

  private async confirmFirst(): Promise<void> {
    const { rows, upTo, stages } = this.decisions.shift()!;
    const { answer } = await stages.shown;
    this.done = lastRowOf(answer);
    if (this.done === upTo) return;
    // The rows behind it do not follow any more: their decisions are refused.
    await this.settled();
    this.putBack([rows, ...this.decisions.splice(0).map((each) => each.rows)], this.done);
  }

  /** Puts the rows behind a number in front of those that wait. */
  private putBack(batches: readonly ArrivedRows[], behind: number): void {
    const left = batches.map((batch) => ({ ...batch, rows: batch.rows.filter(({ row }) => row > behind) }));
    this.todo.unshift(...left.filter(({ rows }) => rows.length > 0));
  }

  private passOver(upTo: number): void {
    this.done = upTo;
    this.putBack(this.todo.splice(0), upTo);
  }

  /** Leaves the process to other clients: none waits for one decision after the other. */
  private async rest(milliseconds: number): Promise<void> {
    const rest = Math.min(Math.max(milliseconds, 0), MAX_REST_MS);
    await new Promise<void>((resolve) => this.ports.timers.set(rest, resolve));
  }
}

function lastRowOf({ body }: Answer): number {
  return body['up_to_row'] as number;
}
