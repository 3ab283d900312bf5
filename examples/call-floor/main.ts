import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '@smart-lists/client';
import { importContacts, makeLists, makeOutcomes } from './campaigns.js';
import { workTheFloor } from './floor.js';
import { PATHS, Receiver } from './receiver.js';
import { differences } from './reconcile.js';
import { settingsOf } from './settings.js';
import { findCalls, walkCalls, walkMembers } from './walks.js';

/** The service may be away for two minutes: each request is repeated until it is back. */
const PATIENT = { maxRetries: 100, maxTotalMs: 120_000, maxDelayMs: 2_000 };
/** Milliseconds without a new message after which none is awaited. A webhook that failed is sent again within 6 s. */
const LONGEST_QUIET_MS = 20_000;

const { baseUrl, apiKey, receiver: own, ...sizes } = settingsOf(process.env);
const client = createClient({ baseUrl, apiKey, retries: PATIENT });
const started = performance.now();

const { data: before } = await client.GET('/contacts', { params: { query: { page_size: 1 } } });
if (before.contacts.length > 0) throw new Error('The workspace has contacts. It must be a new one.');

// 1. Contacts, lists, outcomes.
const contacts = await importContacts(client, sizes.contacts);
console.log(`${contacts.length} contacts imported`);
const lists = await makeLists(client, sizes.lists, contacts);
console.log(`${sizes.lists} lists filled`);
const outcomes = await makeOutcomes(client, lists, own.url + PATHS.offers);

// 2. Webhooks: those of the action are signed with a secret of the workspace, those to an endpoint with one of its own.
const { data: workspace } = await client.POST('/signing-secrets');
const { data: endpoint } = await client.POST('/webhook-endpoints', {
  body: {
    url: own.url + PATHS.messages,
    event_types: [
      ...(['call.dispatched', 'call.ended', 'call.lost', 'call.completed'] as const),
      ...(['outcome.applied', 'member.exhausted', 'member.moved'] as const),
    ],
  },
});
const secrets = { messages: shown(endpoint.secret), offers: shown(workspace.signing_secret) };
const receiver = await Receiver.listen({ ...own, secrets });

// 3. The day.
const step = Math.ceil(sizes.calls / 20);
const onCall = (done: number): void => {
  if (done % step === 0 || done === sizes.calls) console.log(`${done} of ${sizes.calls} calls`);
};
const placed = await workTheFloor({ client, outcomes, ...sizes, onCall });

// 4. What the service says of it.
const listIds = [...lists.campaigns, lists.secondTry, lists.callBacks, lists.customers];
const answers = {
  calls: await walkCalls(client),
  members: await walkMembers(client, listIds),
  byReference: await findCalls(
    client,
    placed.map(({ reference }) => reference),
  ),
};

// 5. Do all agree? Messages that are still under way are awaited.
const compare = () => differences({ placed, ...answers, ...receiver.told });
let found = compare();
while (found.length > 0 && receiver.quietMs < LONGEST_QUIET_MS) {
  await wait(250);
  found = compare();
}
if (receiver.refused > 0) found = [...found, `${receiver.refused} webhooks were not signed by the service.`];
for (const sentence of found) console.error(sentence);

const { messages, offers } = receiver.told;
const webhooks = `${messages.length + offers.length} webhooks and ${receiver.duplicates} duplicates of them`;
const seconds = Math.round((performance.now() - started) / 1_000);
console.log(`${placed.length} calls, ${webhooks}, ${seconds} s, ${found.length} differences`);
process.exitCode = found.length > 0 ? 1 : 0;

/** A secret. The answer shows it once: null says that it was lost with an answer that did not arrive. */
function shown(secret: string | null): string {
  if (secret === null) throw new Error('A signing secret was lost with its answer. Start again in a new workspace.');
  return secret;
}
