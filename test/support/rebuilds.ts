import { type Client, success } from './client.js';
import { until } from './until.js';

/** Milliseconds that the rebuild of a test may take on a busy machine. */
const REBUILD_MS = 100_000;

/** A rebuild of the rows, as the admin routes show it (docs/reference/http-contract.md#endpoints). */
export interface Rebuild {
  readonly kind: 'rebuild' | 'back';
  readonly state: string;
  readonly forced: boolean;
  readonly by: string | null;
  readonly ended_at: string | null;
  readonly folded_events: number;
  readonly log_events: number;
  readonly equal_rows: number;
  readonly different_rows: number;
  readonly differences: readonly object[];
  readonly error: string | null;
}

/** The answer of GET /admin/projections. */
export interface Projections {
  readonly followers: readonly { readonly name: string; readonly state: string; readonly lag_events: number }[];
  readonly heads: { readonly loaded: number; readonly stalled: number };
  readonly rows_made_by: { readonly forced: boolean; readonly different_rows: number } | null;
  readonly can_go_back: boolean;
  readonly rebuild: Rebuild | null;
}

export function isEnded(rebuild: Rebuild | null): boolean {
  return ['done', 'differs', 'failed'].includes(rebuild?.state ?? '');
}

export function projectionsOf(admin: Client): Promise<Projections> {
  return admin.read<Projections>('/admin/projections');
}

/** Rebuilds the rows of a service, or goes back to those before. @returns how it has ended */
export async function rebuildRows(admin: Client, kind: Rebuild['kind'], body?: object): Promise<Rebuild> {
  success(await admin.post(`/admin/projections/${kind}`, body), 202);
  return rebuildEnded(admin);
}

/** Waits for the end of the last rebuild. @returns how it has ended */
export async function rebuildEnded(admin: Client): Promise<Rebuild> {
  let rebuild: Rebuild | null = null;
  const haveLooked = async (): Promise<boolean> => {
    ({ rebuild } = await projectionsOf(admin));
    return isEnded(rebuild);
  };
  await until('the rebuild has ended', haveLooked, REBUILD_MS);
  return rebuild!;
}
