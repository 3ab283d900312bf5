// The door of the package. Types of the document (SmartList, Call, Problem, …) are exported by their own names.
export type * from './schema.js';
export { createClient } from './client.js';
export type { ClientOptions, SmartListsClient } from './client.js';
export type { Clock } from './clock.js';
export { ConnectionError, isTransient, ProblemError } from './errors.js';
export type { Answer, FilePath, ItemOf, PagedPath, PageOf, RequestOf, RequestOptions } from './operations.js';
export type { BodyOfFile, ImportFile } from './import-file.js';
export type { RetryPolicy } from './retries.js';
export { verifyWebhook, WebhookVerificationError } from './verify-webhook.js';
export type {
  EndpointMessage,
  OrderedMessage,
  WebhookDelivery,
  WebhookMessage,
  WebhookProblem,
} from './verify-webhook.js';
export { CallOverError } from './dialer/heartbeats.js';
export type {
  CallDetails,
  CallEnding,
  CallRequest,
  DialerJournal,
  DialerState,
  JournalCall,
} from './dialer/journal.js';
export type { DialerError, DialerOptions, DialerStep, Place } from './dialer/options.js';
export { runDialer } from './dialer/run-dialer.js';
