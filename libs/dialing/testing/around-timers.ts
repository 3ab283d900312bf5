import { instant, type Instant, keyText } from '#kernel';
import { TEST_START, TestWorkspace } from '#kernel/testing';
import { MemoryReadModel } from '#read-model/testing';
import { DecidingHarness } from '#workers/testing';
import { ExpireCallHandler } from '../commands/expire-call.command.js';
import { type CallRow, CALLS } from '../domain/calls/call.js';
import type { CallTimerPorts } from '../workers/call-timer-worker.js';
import { event, past, PHONE, projections, sold } from './past.js';

/** The instant this number of seconds after TEST_START. */
export const at = (seconds: number): Instant => instant(TEST_START + seconds * 1_000);

/** The ports of the worker, with the failures that each test sets. */
export class AroundTimers extends DecidingHarness implements CallTimerPorts {
  readonly bus = this.busTo(new ExpireCallHandler(this.decider));
  readonly readModel = new MemoryReadModel();
  readonly workspaces = new Map<string, TestWorkspace>();

  /** A registered call whose lease expires this number of seconds after TEST_START. */
  async call(workspaceId: string, callId: string, leaseEnds: number): Promise<void> {
    const workspace = this.workspaces.get(workspaceId) ?? new TestWorkspace(projections, { workspaceId });
    if (!this.workspaces.has(workspaceId)) workspace.append([...past, sold], at(0));
    const data = { call_id: callId, contact_id: callId, phone: PHONE, lease_expires_at: at(leaseEnds) };
    this.workspaces.set(workspaceId, workspace.append([event('CallRegistered', data)], at(0)));
    await this.show(workspaceId);
  }

  /** The rows follow the log. */
  async show(workspaceId: string): Promise<void> {
    const rows = this.workspaces.get(workspaceId)!.all(CALLS);
    await this.readModel.putRows(
      rows.map((document) => ({ collection: CALLS, key: [workspaceId, document.call_id], document })),
    );
  }

  row(workspaceId: string, callId: string): CallRow {
    return this.workspaces
      .get(workspaceId)!
      .all(CALLS)
      .find(({ call_id }) => call_id === callId)!;
  }

  /** The calls that have ended in the log, by their keys. */
  done(): readonly string[] {
    const rows = [...this.workspaces.values()].flatMap((workspace) => workspace.all(CALLS));
    return rows.filter(({ open }) => open === 0).map(({ workspace_id, call_id }) => keyText([workspace_id, call_id]));
  }

  of(workspaceId: string): TestWorkspace {
    return this.workspaces.get(workspaceId)!;
  }
}
