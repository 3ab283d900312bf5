export * from './given.js';
export * from './golden.js';
export * from './ids.js';
export * from './recorded.js';
export * from './recording-tracer.js';
export * from './test-workspace.js';
export * from './touches.js';
export * from './virtual-timers.js';
