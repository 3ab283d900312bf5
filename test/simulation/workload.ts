export { judge } from './promises/judge.js';
export { work } from './work/work.js';
