import { parentPort, workerData } from 'node:worker_threads';
import { hostPages } from '../../pages/host.js';
import { SqliteReadModel } from '../read-model.js';
import { takeNoted, THING_PAGES } from './thing-pages.js';

const readModel = new SqliteReadModel(workerData as string);
readModel.open();
hostPages(parentPort!, { readModel, pages: THING_PAGES, takeNotes: takeNoted });
