import { TIMINGS } from '../../libs/event-store/eventstoredb/timings.js';
import { DRAIN_MS } from '../../libs/http/drain.js';
import { BEAT_MS, GIVE_BACK_MS, PATIENCE } from '../../libs/read-model/leases.js';
import { READ_MS, WRITE_MS } from '../../libs/read-model/mongodb/calls.js';
import {
  ACKNOWLEDGED_MS,
  CONNECT_MS,
  HEARTBEAT_MS,
  OPEN_MS,
  SELECTION_MS,
  SOCKET_MS,
} from '../../libs/read-model/mongodb/open-client.js';
import { HUNG_LOOKS, LOOK_MS } from '../../libs/read-model/mongodb/heartbeat-watchdog.js';
import { ANSWER_MS as LEASE_ANSWER_MS } from '../../libs/read-model/mongodb/leases.js';
import * as webhooks from '../../libs/webhooks/sending/undici-webhook-sender.js';
import { ANSWER_MS } from '../../libs/workspace-head/bounds.js';
import { VISIBLE_MS } from '../../libs/workspace-head/pipeline/read-your-writes.js';
import { CLOSE_MS, THREAD_CLOSE_MS } from './distributed-stores.js';
import { REFUSE_UNDECIDED_MS } from './assemble.js';
import { REBUILD_CLOSE_MS } from './rebuild/shared-rebuilds.js';
import { STOP_MS } from './serving.js';

/** Milliseconds within which health has to report a trouble of the event store (docs/architecture.md#ports). */
const HEALTH_MS = 5_000;
/** Milliseconds after SIGTERM at which container runtimes and Kubernetes kill a process. */
const KILLED_MS = 10_000;

type Relation = readonly [below: string, milliseconds: number, above: string, limit: number, why: string];

/** Every timeout of the service that has to be shorter than another one, by the failure that the order prevents. */
const RELATIONS: readonly Relation[] = [
  // A command
  ['wait for visible rows', VISIBLE_MS, 'answer', ANSWER_MS, 'a write is answered although its rows are late'],
  ['read of MongoDB', READ_MS, 'answer', ANSWER_MS, 'a refusal names the read model, not a time limit of the command'],
  ['silent read of EventStoreDB', TIMINGS.readSilence, 'answer', ANSWER_MS, 'a refusal names the event store'],
  // MongoDB
  ['wait for a primary', SELECTION_MS, 'read', READ_MS, 'the error says that there is no primary'],
  ['acknowledgement', ACKNOWLEDGED_MS, 'silent socket', SOCKET_MS, 'the server says what a write waited for'],
  ['silent socket', SOCKET_MS, 'write', WRITE_MS, 'the driver gives up a hung write before it is repeated'],
  ['connection', CONNECT_MS, 'wait for a primary', SELECTION_MS, 'one server that hangs leaves time to find another'],
  ['wait for a primary', SELECTION_MS, 'opening', OPEN_MS, 'a start tries more than once'],
  ['polled heartbeat', 2 * CONNECT_MS, 'hung heartbeat', HUNG_LOOKS * LOOK_MS, 'a good connection is not ended'],
  ['awaited heartbeat', HEARTBEAT_MS + CONNECT_MS, 'hung heartbeat', HUNG_LOOKS * LOOK_MS, 'as above'],
  // Leases
  ['two unanswered beats', 2 * (BEAT_MS + LEASE_ANSWER_MS), 'lease', PATIENCE * BEAT_MS, 'a lease survives them'],
  // EventStoreDB
  ['pulse', TIMINGS.pulse + TIMINGS.pulseAnswer, 'health', HEALTH_MS, 'health names a server that hangs in time'],
  ['late append', TIMINGS.appendTrouble, 'health', HEALTH_MS, 'health names an append that is not answered in time'],
  ['confirmation', TIMINGS.confirmation, 'lost subscription', TIMINGS.followTrouble, 'one may fail unnoticed'],
  // Webhooks
  ['connection', webhooks.CONNECT_MS, 'attempt', webhooks.ATTEMPT_MS, 'a slow connection leaves time for an answer'],
  // The stop
  ['refusal of undecided commands', REFUSE_UNDECIDED_MS, 'drain', DRAIN_MS, 'refusals reach their clients'],
  [
    'drain, thread and connections of the distributed pair',
    DRAIN_MS + THREAD_CLOSE_MS + CLOSE_MS,
    'stop',
    STOP_MS,
    'stores are closed in an orderly way',
  ],
  [
    'drain, rebuild and connections of the distributed pair',
    DRAIN_MS + REBUILD_CLOSE_MS + CLOSE_MS,
    'stop',
    STOP_MS,
    'as above, also while a store hangs',
  ],
  ['drain and lease', DRAIN_MS + GIVE_BACK_MS, 'stop', STOP_MS, 'the next holder need not wait for missing beats'],
  ['stop', STOP_MS, 'SIGKILL', KILLED_MS, 'the process ends with an exit status of its own'],
];

describe('time limits', () => {
  it.each(RELATIONS)('%s (%i ms) is below %s (%i ms): %s', (_below, milliseconds, _above, limit) => {
    expect(milliseconds).toBeGreaterThan(0);
    expect(milliseconds).toBeLessThan(limit);
  });
});
