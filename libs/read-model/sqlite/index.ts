export { chooseFile, findFile, removeCopies } from './choose-file.js';
export { placeBeside, placesOf, settlePlaces } from './places.js';
export { inspect, inspectLive, removeFile } from './file.js';
export { fileFingerprint } from './table.js';
export type { TakenPlace } from './taking-place.js';
export { SqliteReadModel } from './read-model.js';
export { SqliteReadModelWriter } from './writer.js';
