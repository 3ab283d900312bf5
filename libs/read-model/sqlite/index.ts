export { chooseFile, findFile, removeCopies } from './choose-file.js';
export { SqliteReadModel } from './read-model.js';
export { SqliteReadModelWriter } from './writer.js';
