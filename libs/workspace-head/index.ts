export * from './workspace-head.js';
