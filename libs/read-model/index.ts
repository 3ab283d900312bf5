export * from './index-order.js';
export * from './progress.js';
export * from './read-model.js';
export * from './real-time.js';
export * from './tokens.js';
export * from './poisoned-event.js';
export * from './progress-board.js';
export * from './runner.js';
