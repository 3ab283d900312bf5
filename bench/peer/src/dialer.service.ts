import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import { Call, type Priority } from './entities.js';
import { notFound, Problem } from './problem.js';

/** A member that was picked, with the settings of its list and workspace. */
interface Picked {
  readonly contact_id: string;
  readonly phone: string;
  readonly smart_list_id: string;
  readonly position: string;
  readonly attempt_count: number;
  readonly last_attempt_at: Date;
  readonly lease_seconds: number;
  readonly name: string;
  readonly priority: Priority;
  readonly max_attempts_per_day: number | null;
  readonly max_attempts_total: number | null;
  readonly min_retry_seconds: number;
  readonly dial_timeout_seconds: number;
}

/**
 * Takes members by the tier of their list, the list, the instant since which they may be called and their position.
 * Rows that another request is taking are skipped; contacts with a call in flight are, too.
 */
const PICK = `
WITH picked AS MATERIALIZED (
  SELECT m.smart_list_id, m.contact_id
  FROM (SELECT smart_list_id, priority FROM smart_list
        WHERE workspace_id = $1 AND deleted_at IS NULL AND NOT paused AND ($3::uuid IS NULL OR smart_list_id = $3)
        ORDER BY priority, smart_list_id) l
  CROSS JOIN LATERAL (
    SELECT m.smart_list_id, m.contact_id FROM smart_list_member m
    WHERE m.smart_list_id = l.smart_list_id AND m.status = 'queued' AND m.available_at <= now()
      AND NOT EXISTS (SELECT FROM call WHERE call.workspace_id = $1 AND call.contact_id = m.contact_id
                      AND call.ended_at IS NULL)
    ORDER BY m.available_at, m.position LIMIT $2 FOR UPDATE OF m SKIP LOCKED) m
  ORDER BY l.priority, l.smart_list_id LIMIT $2)
UPDATE smart_list_member m SET
  status = 'in_call',
  attempt_count = m.attempt_count + 1,
  attempts_today = CASE WHEN m.attempts_on = (now() AT TIME ZONE w.time_zone)::date
                        THEN m.attempts_today + 1 ELSE 1 END,
  attempts_on = (now() AT TIME ZONE w.time_zone)::date,
  last_attempt_at = now()
FROM picked JOIN smart_list l USING (smart_list_id) JOIN workspace w USING (workspace_id)
  JOIN contact c USING (workspace_id, contact_id)
WHERE m.smart_list_id = picked.smart_list_id AND m.contact_id = picked.contact_id
RETURNING m.contact_id, c.phone, m.smart_list_id, m.position, m.attempt_count, m.last_attempt_at, w.lease_seconds,
  l.name, l.priority, l.max_attempts_per_day, l.max_attempts_total, l.min_retry_seconds, l.dial_timeout_seconds`;

/** Puts the member of an ended call back: behind its retry gap, behind midnight, or never where its cap is reached. */
const RELEASE = `
UPDATE smart_list_member m SET
  status = (CASE WHEN m.status <> 'in_call' THEN m.status::text
                 WHEN m.attempt_count - $3 >= l.max_attempts_total THEN 'completed' ELSE 'queued' END)::member_status,
  attempt_count = m.attempt_count - $3,
  attempts_today = m.attempts_today - $3,
  available_at = GREATEST(now() + make_interval(secs => l.min_retry_seconds),
    CASE WHEN m.attempts_today - $3 >= l.max_attempts_per_day
         THEN (m.attempts_on + 1)::timestamp AT TIME ZONE w.time_zone END)
FROM smart_list l JOIN workspace w USING (workspace_id)
WHERE l.smart_list_id = m.smart_list_id AND m.smart_list_id = $1 AND m.contact_id = $2`;

const END = `
UPDATE call SET state = 'completed', result = $3, ended_at = now()
WHERE call_id = $1 AND workspace_id = $2 AND ended_at IS NULL RETURNING *`;

/** Calls whose lease has passed, of all workspaces; those that another process is ending are skipped. */
const LOST = `
SELECT call_id, workspace_id FROM call WHERE ended_at IS NULL AND lease_expires_at <= now()
ORDER BY lease_expires_at LIMIT 100 FOR UPDATE SKIP LOCKED`;

@Injectable()
export class DialerService {
  async next(manager: EntityManager, workspaceId: string, limit: number, listId?: string) {
    const [picked] = await manager.query<[Picked[], number]>(PICK, [workspaceId, limit, listId ?? null]);
    const calls = picked.sort((a, b) => Number(a.position) - Number(b.position)).map((one) => begin(workspaceId, one));
    if (calls.length > 0) await manager.insert(Call, calls);
    return { ok: true, calls: calls.map(present) };
  }

  /** The same end again changes nothing and is answered alike. */
  async end(manager: EntityManager, workspaceId: string, callId: string, result: string) {
    const [[ended]] = await manager.query<[Call[], number]>(END, [callId, workspaceId, result]);
    if (ended) {
      await manager.query(RELEASE, [ended.smart_list_id, ended.contact_id, result === 'not_placed' ? 1 : 0]);
      return { ok: true, call: present(ended) };
    }
    const call = await manager.findOneBy(Call, { call_id: callId, workspace_id: workspaceId });
    if (!call) throw notFound('call');
    if (call.result !== result)
      throw new Problem(409, 'call_state_conflict', 'The call has ended with another result.');
    return { ok: true, call: present(call) };
  }

  async endLost(manager: EntityManager): Promise<void> {
    const lost = await manager.query<Pick<Call, 'call_id' | 'workspace_id'>[]>(LOST);
    for (const { call_id, workspace_id } of lost) await this.end(manager, workspace_id, call_id, 'lost');
  }
}

function begin(workspaceId: string, picked: Picked): Call {
  const { contact_id, phone, smart_list_id, position, attempt_count, last_attempt_at, lease_seconds, ...list } = picked;
  return {
    call_id: v7(),
    workspace_id: workspaceId,
    contact_id,
    smart_list_id,
    phone,
    state: 'in_progress',
    result: null,
    attempt_number: attempt_count,
    snapshot: { smart_list_id, member_number: Number(position), ...list },
    dispatched_at: last_attempt_at,
    lease_expires_at: new Date(last_attempt_at.getTime() + lease_seconds * 1_000),
    ended_at: null,
  };
}

function present(call: Call) {
  return {
    call_id: call.call_id,
    contact_id: call.contact_id,
    phone: call.phone,
    smart_list_id: call.smart_list_id,
    state: call.state,
    result: call.result,
    attempt_number: call.attempt_number,
    snapshot: call.snapshot,
    agent_id: null,
    reference: null,
    notes: null,
    duration_seconds: null,
    recording_url: null,
    outcomes: [],
    dispatched_at: call.dispatched_at,
    lease_expires_at: call.lease_expires_at,
    ended_at: call.ended_at,
    completed_at: call.ended_at,
    erased_at: null,
  };
}
