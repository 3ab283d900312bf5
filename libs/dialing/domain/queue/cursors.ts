import { type Collection, keyText, type Recorded, type Row, type WorkspaceView } from '#kernel';
import type { CallDispatched } from '../calls/call-events.js';
import { type Cursors, FIRST_CURSORS, type Tier, TIERS } from './pick.js';

/**
 * The cursor after the last dispatch of a tier: a cache of the CallDispatched events
 * (docs/reference/dialing-rules.md#the-next-contact).
 */
export interface CursorRow extends Row {
  readonly workspace_id: string;
  readonly tier: Tier;
  readonly number: number;
  readonly live: 1;
}

export const CURSORS: Collection<CursorRow> = {
  name: 'cursors',
  key: ['workspace_id', 'tier'],
  indexes: [{ name: 'live', fields: ['workspace_id', 'live', 'tier'] }],
};

/** The tier of a dispatch: that of the list at that moment. */
export function tierOf({ data: { snapshot } }: CallDispatched): Tier {
  return snapshot.priority ?? 'unlisted';
}

/** The cursor after a dispatch of its tier. */
export function evolveCursor({ data, type, metadata, revision }: Recorded<CallDispatched>): CursorRow {
  const { workspace_id } = metadata;
  return { workspace_id, tier: tierOf({ type, data }), number: data.member_number, live: 1, revision };
}

/** The cursors of all tiers as of a view. */
export function cursorsOf(view: WorkspaceView): Cursors {
  const rows = view.resident(CURSORS);
  const moved = TIERS.flatMap((tier) => rows.get(keyText([view.workspaceId, tier])) ?? []);
  return { ...FIRST_CURSORS, ...Object.fromEntries(moved.map(({ tier, number }) => [tier, number])) };
}
