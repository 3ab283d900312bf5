export { type HostedPages, hostPages } from './host.js';
export { PageThreads } from './page-threads.js';
