export { type HostedReadModel, hostReadModel } from './host.js';
export { ReadModelThread } from './read-model-thread.js';
