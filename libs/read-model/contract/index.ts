export * from './fixtures.js';
export * from './read-model.contract.js';
export * from './rows-beside.contract.js';
export * from './life-records.contract.js';
export * from './rebuild-records.contract.js';
export * from './stamp.contract.js';
