import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsString,
  IsUUID,
  Length,
  Matches,
  ValidateNested,
} from 'class-validator';
import type { EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import { Access, Context, type RequestContext } from './access.js';
import { IdempotentWrites } from './idempotent-writes.js';
import { Nullable, Optional } from './smart-lists.dto.js';

export const E164 = /^\+[1-9]\d{1,14}$/;

class ContactBody {
  @Optional() @IsUUID() contact_id?: string;
  @Matches(E164) phone!: string;
  @Nullable() @IsString() @Length(0, 200) name?: string | null;
}

class ContactsBody {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(1_000)
  @ValidateNested({ each: true })
  @Type(() => ContactBody)
  contacts!: ContactBody[];
}

@Controller('contacts')
export class ContactsController {
  constructor(private readonly writes: IdempotentWrites) {}

  @Post('batch')
  @HttpCode(200)
  @Access('contacts:write')
  import(@Context() context: RequestContext, @Body() { contacts }: ContactsBody) {
    return this.writes.run(context, (manager) => upsert(manager, context.workspaceId, contacts));
  }
}

/** Of two items of one contact the last one is stored. Rows that stay as they are are not written. */
async function upsert(manager: EntityManager, workspaceId: string, contacts: readonly ContactBody[]) {
  const items = contacts.map((item) => ({ ...item, contact_id: item.contact_id?.toLowerCase() ?? v7() }));
  const rows = [...new Map(items.map((item) => [item.contact_id, item])).values()];
  const written = await manager.query<{ contact_id: string; created: boolean }[]>(
    `INSERT INTO contact AS c (workspace_id, contact_id, phone, name)
     SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::text[])
     ON CONFLICT (workspace_id, contact_id) DO UPDATE SET phone = excluded.phone, name = coalesce(excluded.name, c.name)
       WHERE c.phone <> excluded.phone OR c.name IS DISTINCT FROM coalesce(excluded.name, c.name)
     RETURNING contact_id, xmax = 0 AS created`,
    [workspaceId, rows.map((row) => row.contact_id), rows.map((row) => row.phone), rows.map((row) => row.name ?? null)],
  );
  const created = new Map(written.map((row) => [row.contact_id, row.created]));
  const resultOf = (id: string) => (created.get(id) ? 'created' : created.has(id) ? 'updated' : 'unchanged');
  const answers = items.map(({ contact_id, phone }) => ({ contact_id, phone, result: resultOf(contact_id) }));
  const count = (result: string): number => answers.filter((answer) => answer.result === result).length;
  const counts = { created: count('created'), updated: count('updated'), unchanged: count('unchanged'), refused: 0 };
  return { ok: true, ...counts, contacts: answers };
}
