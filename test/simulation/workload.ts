export { judge } from './promises/judge.js';
export { shrinkSeed } from './shrinking/shrink-seed.js';
export { work } from './work/work.js';
