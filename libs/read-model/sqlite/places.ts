// docs/adr/0050-rows-are-rebuilt-beside-the-live-ones.md
import { renameSync } from 'node:fs';
import { inspect, isWhole, removeFile } from './file.js';

/**
 * The two places of the rows. A rebuild writes into the one that is not live, and the highest generation that is
 * complete is live: one transaction in one file exchanges them. At a start, the live file gets its usual name again.
 */
export function placesOf(path: string): readonly [usual: string, other: string] {
  return [path, `${path}.rebuilt`];
}

/** The place that a rebuild writes into. @param live the file of the live rows, in either place */
export function placeBeside(path: string, live: string): string {
  const [usual, other] = placesOf(path);
  return live === usual ? other : usual;
}

/**
 * Gives the live file its usual name, and removes the other one unless a rebuild continues it. To be called before any
 * file is opened. Whatever step a process was killed in, one file with the live rows is left at the usual place.
 * @param fingerprint of the rows of this version: a rebuild of another shape is given up
 * @returns whether a rebuild was under way, which has to be continued
 */
export function settlePlaces(path: string, fingerprint: string): boolean {
  const [usual, other] = placesOf(path);
  const [atUsual, atOther] = [inspect(usual), inspect(other)];
  if (typeof atOther !== 'object') {
    if (atOther === 'damaged') removeFile(other);
    return isBegun(atUsual);
  }
  const hasLive = typeof atUsual === 'object' && !atUsual.isBuilding;
  if (atOther.isBuilding) {
    const goesOn = hasLive && [atUsual, atOther].every((found) => found.fingerprint === fingerprint);
    if (!goesOn) removeFile(other);
    return goesOn;
  }
  // Data left in a WAL (its disk is full) would be lost by a new name: the log has everything.
  if ((hasLive && atUsual.generation > atOther.generation) || !isWhole(other)) {
    removeFile(other);
    return false;
  }
  removeFile(usual);
  renameSync(other, usual);
  return isBegun(atUsual);
}

/** A rebuild that had the usual place is begun anew: the live rows need it. */
function isBegun(found: ReturnType<typeof inspect>): boolean {
  return typeof found === 'object' && found.isBuilding;
}
