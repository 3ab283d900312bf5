import { causeOf, type HeldStreamRow } from '../past.js';

/** What a check says of a workspace that it could not judge. */
export interface NotVerified {
  /** '' where the events do not name one. */
  readonly workspace_id: string;
  /** Streams that are held back. */
  readonly streams: number;
  /** The first of them, and the event that holds it back. */
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly reason: string;
}

/** The workspaces of streams that are held back, a workspace's own stream first. */
export function notVerified(held: readonly HeldStreamRow[]): readonly NotVerified[] {
  const found = new Map<string, NotVerified>();
  // "workspace-…" stands behind "delivery-…".
  for (const { workspace_id, stream, at, type, reason } of [...held].reverse()) {
    const known = found.get(workspace_id);
    const of = known ?? { workspace_id, stream, revision: at, type, reason };
    found.set(workspace_id, { ...of, streams: (known?.streams ?? 0) + 1 });
  }
  return [...found.values()];
}

const REMEDY =
  'Put the personal keys back that it was sealed with, start the version that knows it, or skip it (docs/how-to/skip-an-event.md)';

export function notVerifiedInWords({ workspace_id, streams, stream, revision, type, reason }: NotVerified): string {
  const whose = workspace_id === '' ? 'of an unknown workspace' : `of workspace ${workspace_id}`;
  const what = streams === 1 ? 'stream' : 'streams';
  return `${streams} ${what} ${whose} held back, first ${stream}@${revision} (${type}): ${causeOf(reason, stream, revision)}. ${REMEDY}`;
}
