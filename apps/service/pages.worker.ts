import { parentPort, workerData } from 'node:worker_threads';
import { takeUnknownZones } from '#eligibility';
import { SqliteReadModel } from '#read-model/sqlite';
import { hostPages } from '#read-model/pages';
import { PAGES } from './pages.js';

/** The start data of this thread. */
export interface PagesThreadData {
  /** The file of the rows. */
  readonly readModelFile: string;
}

const { readModelFile } = workerData as PagesThreadData;
const readModel = new SqliteReadModel(readModelFile);
readModel.open();
// Picks note zones as well, on the HTTP thread: health tells of all of them.
hostPages(parentPort!, { readModel, pages: PAGES, takeNotes: takeUnknownZones });
