import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { v7 } from 'uuid';
import { Member, SmartList } from './entities.js';
import { type PageQuery, pageOf, placeOf } from './pages.js';
import { notFound, Problem, violates } from './problem.js';
import type { SmartListBody } from './smart-lists.dto.js';

type CountedList = SmartList & { readonly member_count: number };

const FIRST = '00000000-0000-0000-0000-000000000000';
const UUID = /^[0-9a-f-]{36}$/;

@Injectable()
export class SmartListsService {
  constructor(private readonly source: DataSource) {}

  async create(manager: EntityManager, workspaceId: string, body: SmartListBody) {
    const now = new Date();
    const list: SmartList = {
      smart_list_id: v7(),
      workspace_id: workspaceId,
      name: body.name.trim(),
      description: body.description ?? null,
      priority: body.priority ?? 'medium',
      max_attempts_per_day: body.max_attempts_per_day ?? null,
      max_attempts_total: body.max_attempts_total ?? null,
      min_retry_seconds: body.min_retry_seconds ?? 3_600,
      dial_timeout_seconds: body.dial_timeout_seconds ?? 30,
      paused: body.paused ?? false,
      version: 1,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    };
    try {
      await manager.insert(SmartList, list);
    } catch (error) {
      if (!violates(error, 'smart_list_name')) throw error;
      throw new Problem(409, 'resource_conflict', 'Another active smart list has this name.');
    }
    return { ok: true, smart_list: present({ ...list, member_count: 0 }) };
  }

  async read(workspaceId: string, id: string) {
    const [list] = await this.lists('AND l.smart_list_id = $2', [workspaceId, id]);
    if (!list) throw notFound('smart list');
    return { ok: true, smart_list: present(list) };
  }

  async page(workspaceId: string, query: PageQuery) {
    const after = placeOf(query, UUID, FIRST);
    const lists = await this.lists('AND l.smart_list_id > $2 ORDER BY l.smart_list_id LIMIT $3', [
      workspaceId,
      after,
      query.page_size + 1,
    ]);
    const { page, next_page_token } = pageOf(lists, query.page_size, (list) => list.smart_list_id);
    return { ok: true, smart_lists: page.map(present), next_page_token };
  }

  async delete(manager: EntityManager, workspaceId: string, id: string) {
    const active = { smart_list_id: id, workspace_id: workspaceId, deleted_at: IsNull() };
    const { affected } = await manager.update(SmartList, active, { deleted_at: new Date() });
    if (affected === 0) throw notFound('smart list');
    await manager.update(Member, { smart_list_id: id }, { status: 'removed' });
    return { ok: true, smart_list_id: id, deleted: true };
  }

  /** Members are counted when read: a counter in the row of the list would have its batches wait for one another. */
  private lists(where: string, parameters: readonly unknown[]): Promise<CountedList[]> {
    return this.source.query<CountedList[]>(
      `SELECT l.*, (SELECT count(*)::integer FROM smart_list_member m
                    WHERE m.smart_list_id = l.smart_list_id AND m.status <> 'removed') AS member_count
       FROM smart_list l WHERE l.workspace_id = $1 AND l.deleted_at IS NULL ${where}`,
      [...parameters],
    );
  }
}

function present(list: CountedList) {
  return {
    smart_list_id: list.smart_list_id,
    name: list.name,
    description: list.description,
    priority: list.priority,
    max_attempts_per_day: list.max_attempts_per_day,
    max_attempts_total: list.max_attempts_total,
    min_retry_seconds: list.min_retry_seconds,
    retry_seconds: null,
    attempt_windows: null,
    dial_timeout_seconds: list.dial_timeout_seconds,
    next_list_id: null,
    calling_hours_id: null,
    paused: list.paused,
    source: 'api',
    member_count: list.member_count,
    version: list.version,
    created_at: list.created_at,
    updated_at: list.updated_at,
  };
}
