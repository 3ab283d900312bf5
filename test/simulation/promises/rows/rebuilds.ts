import { keyOf, keyText, type Row } from '#kernel';
import { FOLLOWER_PROJECTIONS } from '../../../../apps/service/catalogue.js';
import type { RebuildStatus } from '../../../../apps/service/rebuild/rebuild-run.js';
import type { CopyJudge, Judge } from '../../world.js';

/** Why a rebuild that goes back may fail: the rows before were dropped after it was asked for. */
const NOT_KEPT = 'The rows before the last rebuild are not kept any more.';

/** The rows follow from the log: a rebuild finds no difference, and ends. */
export const rebuildsFindNoDifference: CopyJudge = (_history, { rebuild }) => {
  if (!rebuild) return [];
  return rebuild.ended_at === null ? [`the ${rebuild.kind} has not ended: ${rebuild.state}`] : problemOf(rebuild);
};

/** So do the answers say. */
export const rebuildsAreShown: Judge = ({ requests }) =>
  requests.flatMap(({ number, path, told }) => {
    if (!path.startsWith('/admin/projections') || told.kind === 'lost' || told.status >= 300) return [];
    const { rebuild } = told.body as { readonly rebuild: RebuildStatus | null };
    return rebuild ? problemOf(rebuild).map((sentence) => `#${number}: ${sentence}`) : [];
  });

function problemOf({ kind, state, different_rows, differences, error }: RebuildStatus): readonly string[] {
  const isRefused = state === 'failed' && kind === 'back' && error === NOT_KEPT;
  if (different_rows === 0 && (state !== 'failed' || isRefused)) return [];
  return [`the ${kind} is ${state}: ${error ?? `${different_rows} rows differ: ${JSON.stringify(differences)}`}`];
}

/** What is erased in the live rows stands in no other ones, whichever of them were live before. */
export const noOtherRowsHaveWhatIsErased: CopyJudge = (_history, { rows, others }) =>
  FOLLOWER_PROJECTIONS.flatMap((projection) => {
    const { collection } = projection;
    const { name } = collection;
    const personal = (row: Row): readonly (string | null)[] => projection.personal?.(row) ?? [];
    const live = new Map((rows.get(name) ?? []).map((row) => [keyText(keyOf(collection, row)), personal(row)]));
    return others.flatMap((other) =>
      (other.get(name) ?? []).flatMap((row) => {
        const key = keyText(keyOf(collection, row));
        const isLeft = personal(row).some((value, place) => Boolean(value) && !live.get(key)?.[place]);
        return isLeft ? [`${name} ${key}: what is erased in it stands in rows that are not live`] : [];
      }),
    );
  });
