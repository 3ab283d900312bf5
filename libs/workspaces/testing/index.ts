export * from './memory-service.js';
