import { writeFile } from 'node:fs/promises';
import { EVENTS_PAGE, eventsPage } from './page.js';

// npm run docs:events
await writeFile(EVENTS_PAGE, await eventsPage());
