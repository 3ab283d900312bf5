import type { Instant } from '#kernel';
import type { ReadModel } from '#read-model';
import { liveSecrets, opensUnder, type SecretBox, WORKSPACES } from '../domain/index.js';

/** The stored signing secrets that a process can use, among those that still sign, or should. */
export interface StoredSecrets {
  readonly opened: number;
  readonly unopened: number;
  /** Workspaces with a secret that does not open. */
  readonly concerned: number;
}

/**
 * Workspaces of one read. The embedded pair reads in the thread that answers HTTP: a page takes about a millisecond.
 */
const PAGE = 100;

/** Tries to open every unexpired signing secret of live workspaces. The rows must be complete. */
export async function countStoredSecrets(
  readModel: Pick<ReadModel, 'page'>,
  box: Pick<SecretBox, 'open'>,
  now: Instant,
): Promise<StoredSecrets> {
  let [opened, unopened, concerned] = [0, 0, 0];
  for (let after: readonly string[] | undefined, more = true; more;) {
    const options = { index: 'by_creation', prefix: [1], limit: PAGE };
    const rows = await readModel.page(WORKSPACES, after ? { ...options, after } : options);
    for (const { workspace_id: id, signing_secrets: secrets } of rows) {
      const opens = liveSecrets(secrets, now).map(({ ciphertext }) => opensUnder(box, ciphertext, id));
      const missing = opens.filter((isOpen) => !isOpen).length;
      opened += opens.length - missing;
      unopened += missing;
      concerned += missing > 0 ? 1 : 0;
    }
    more = rows.length === PAGE;
    if (more) after = [rows.at(-1)!.created_at, rows.at(-1)!.workspace_id];
  }
  return { opened, unopened, concerned };
}
