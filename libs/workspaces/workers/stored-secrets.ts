import type { Collection, IndexValue, Instant, Row } from '#kernel';
import type { ReadModel } from '#read-model';
import { WEBHOOK_ENDPOINTS } from '#webhooks/domain';
import { liveSecrets, opensUnder, type SecretBox, type SigningSecret, WORKSPACES } from '../domain/index.js';

/** The stored signing secrets that a process can use, among those that still sign, or should. */
export interface StoredSecrets {
  readonly opened: number;
  readonly unopened: number;
  /** Workspaces with a secret that does not open. */
  readonly concerned: number;
}

/**
 * Rows of one read. The embedded pair reads in the thread that answers HTTP: a page takes about a millisecond.
 */
const PAGE = 100;

/**
 * Tries to open every unexpired signing secret of live workspaces and of their endpoints. The rows must be complete.
 */
export async function countStoredSecrets(
  readModel: Pick<ReadModel, 'page'>,
  box: Pick<SecretBox, 'open'>,
  now: Instant,
): Promise<StoredSecrets> {
  let [opened, unopened] = [0, 0];
  const concerned = new Set<string>();
  const count = ({ workspace_id: id, signing_secrets: secrets }: Owner): void => {
    const opens = liveSecrets(secrets, now).map(({ ciphertext }) => opensUnder(box, ciphertext, id));
    const missing = opens.filter((isOpen) => !isOpen).length;
    opened += opens.length - missing;
    unopened += missing;
    if (missing > 0) concerned.add(id);
  };
  await walk(readModel, WORKSPACES, 'by_creation', ({ created_at, workspace_id }) => [created_at, workspace_id], count);
  await walk(readModel, WEBHOOK_ENDPOINTS, 'all', ({ workspace_id, number }) => [workspace_id, number], count);
  return { opened, unopened, concerned: concerned.size };
}

/** What has signing secrets. */
interface Owner extends Row {
  readonly workspace_id: string;
  readonly signing_secrets: readonly SigningSecret[];
}

/** Visits the live rows of a collection, page after page. */
async function walk<Doc extends Owner>(
  readModel: Pick<ReadModel, 'page'>,
  collection: Collection<Doc>,
  index: string,
  positionOf: (row: Doc) => readonly IndexValue[],
  visit: (row: Doc) => void,
): Promise<void> {
  let after: readonly IndexValue[] | undefined;
  do {
    const rows = await readModel.page(collection, { index, prefix: [1], ...(after && { after }), limit: PAGE });
    rows.forEach(visit);
    after = rows.length === PAGE ? positionOf(rows.at(-1)!) : undefined;
  } while (after);
}
