import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Contact, Member, SmartList } from './entities.js';
import type { MemberReference } from './members.dto.js';
import { type PageQuery, pageOf, placeOf } from './pages.js';
import { notFound } from './problem.js';

type MemberRow = Member & { readonly phone: string; readonly today: boolean };

/** Looked up for the rows of a page alone: a join reads all contacts where statistics tell it that they are few. */
const PHONE = `(SELECT phone FROM contact c WHERE c.workspace_id = m.workspace_id AND c.contact_id = m.contact_id)`;
const TIME_ZONE = `(SELECT time_zone FROM workspace w WHERE w.workspace_id = m.workspace_id)`;

@Injectable()
export class MembersService {
  constructor(private readonly source: DataSource) {}

  /** The share lock lets other batches pass, and makes the deletion of the list wait. */
  async add(manager: EntityManager, workspaceId: string, listId: string, references: readonly MemberReference[]) {
    const lists = await manager.query<unknown[]>(
      'SELECT FROM smart_list WHERE smart_list_id = $1 AND workspace_id = $2 AND deleted_at IS NULL FOR SHARE',
      [listId, workspaceId],
    );
    if (lists.length === 0) throw notFound('smart list');
    const contactOf = await resolve(manager, workspaceId, references);
    const matched = references.flatMap((reference) => contactOf(reference) ?? []);
    const inserted = await manager.query<unknown[]>(
      `INSERT INTO smart_list_member (smart_list_id, workspace_id, contact_id)
       SELECT $1, $2, contact_id FROM unnest($3::uuid[]) WITH ORDINALITY AS named (contact_id, nth) ORDER BY nth
       ON CONFLICT (smart_list_id, contact_id) DO NOTHING RETURNING contact_id`,
      [listId, workspaceId, [...new Set(matched)]],
    );
    const unmatched = references.filter((reference) => contactOf(reference) === undefined);
    return {
      ok: true,
      inserted: inserted.length,
      skipped: matched.length - inserted.length,
      unmatched: unmatched.length,
      ...(unmatched.length > 0 && { unmatched_references: unmatched }),
    };
  }

  async page(workspaceId: string, listId: string, query: PageQuery) {
    const after = placeOf(query, /^\d{1,18}$/, '-1');
    const list = await this.source.manager.findOneBy(SmartList, { smart_list_id: listId, workspace_id: workspaceId });
    if (!list || list.deleted_at) throw notFound('smart list');
    const rows = await this.source
      .createQueryBuilder()
      .select('m.*')
      .addSelect(PHONE, 'phone')
      .addSelect(`m.attempts_on = (now() AT TIME ZONE ${TIME_ZONE})::date`, 'today')
      .from(Member, 'm')
      .where("m.smart_list_id = :listId AND m.position > :after AND m.status <> 'removed'", { listId, after })
      .orderBy('m.position')
      .limit(query.page_size + 1)
      .getRawMany<MemberRow>();
    const { page, next_page_token } = pageOf(rows, query.page_size, ({ position }) => position);
    const now = new Date();
    return { ok: true, members: page.map((row) => present(row, list, now)), next_page_token };
  }
}

/** Finds the contacts that a batch names, by id or by phone; of several with one phone the first one. */
async function resolve(manager: EntityManager, workspaceId: string, references: readonly MemberReference[]) {
  const byId = references.flatMap(({ contact_id }) => contact_id ?? []);
  const byPhone = references.flatMap(({ contact_id, phone }) => (contact_id === undefined ? (phone ?? []) : []));
  const found = (column: string, values: readonly string[]) =>
    values.length === 0
      ? Promise.resolve([])
      : manager.query<Pick<Contact, 'contact_id' | 'phone'>[]>(
          `SELECT contact_id, phone FROM contact WHERE workspace_id = $1 AND ${column} = ANY($2)
           ORDER BY created_at DESC, contact_id DESC`,
          [workspaceId, values],
        );
  const ids = new Set((await found('contact_id', byId)).map(({ contact_id }) => contact_id));
  const phones = new Map((await found('phone', byPhone)).map(({ contact_id, phone }) => [phone, contact_id]));
  return ({ contact_id, phone }: MemberReference): string | undefined => {
    if (contact_id === undefined) return phones.get(phone!);
    return ids.has(contact_id.toLowerCase()) ? contact_id.toLowerCase() : undefined;
  };
}

function present(row: MemberRow, list: SmartList, now: Date) {
  const attempts_today = row.today ? row.attempts_today : 0;
  return {
    contact_id: row.contact_id,
    phone: row.phone,
    smart_list_id: row.smart_list_id,
    ...statusOf(row, list, attempts_today, now),
    attempt_count: row.attempt_count,
    attempts_today,
    last_attempt_at: row.last_attempt_at,
    last_disposition: null,
    schedule_time: row.status === 'queued' ? row.available_at : null,
    callback: null,
    source: 'api',
    added_at: row.added_at,
    erased_at: null,
  };
}

function statusOf({ status, available_at }: MemberRow, list: SmartList, attemptsToday: number, now: Date) {
  if (list.paused) return { status: 'frozen', status_reason: 'list_paused' };
  if (status === 'in_call') return { status, status_reason: 'call_in_progress' };
  if (status === 'completed') return { status, status_reason: 'total_cap_reached' };
  if (available_at <= now) return { status: 'queued', status_reason: 'eligible' };
  const isCapped = list.max_attempts_per_day !== null && attemptsToday >= list.max_attempts_per_day;
  return { status: 'waiting', status_reason: isCapped ? 'daily_cap_reached' : 'retry_gap' };
}
