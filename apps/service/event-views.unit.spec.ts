import { readdirSync, readFileSync } from 'node:fs';
import type { RecordedEvent } from '#kernel';
import { type GoldenFile, recorded } from '#kernel/testing';
import { EVENT_TYPES, presentEvent, shownData, subjectsIn } from '#timeline/domain';
import { SCHEMAS } from './catalogue.js';

// The tests run from dist; the golden files stay where they were written.
const LIBS = new URL('../../../libs/', import.meta.url);

const golden = readdirSync(LIBS, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\/golden\/[^/]+\.json$/.test(name))
  .map((name) => {
    const { type, data, schema_version } = JSON.parse(readFileSync(new URL(name, LIBS), 'utf8')) as GoldenFile;
    const event = recorded({ type, data }, 0);
    const metadata = { ...event.metadata, schema_version };
    return [name.replace(/.*\//, '').replace('.json', ''), SCHEMAS.upcast({ ...event, metadata })] as const;
  });

/** They concern no single workspace. */
const OF_NO_WORKSPACE = ['EventSkipped', 'PersonalKeysMade'];

const LIST = '018f3a00-0000-7000-8000-00000000a001';
const OTHER_LIST = '018f3a00-0000-7000-8000-00000000a002';
const OUTCOME = '018f3a00-0000-7000-8000-00000000b001';
const CONTACT = '018f3a00-0000-7000-8000-00000000c001';
const DEFINED = '018f3a00-0000-7000-8000-00000000d001';
const CALL = '018f3a00-0000-7000-8000-00000000e001';
const KEY = '01890a5d-ac96-774b-bcce-b302099a8057';

const contact = `contact:${CONTACT}`;
const member = (list: string) => `member:${list}/${CONTACT}`;
const delivery = `delivery:${DEFINED}`;
const hours = 'calling_hours:018f3a00-0000-7000-8000-00000000e001';
const group = 'dial_group:018f3a00-0000-7000-8000-00000000f001';
const workspace = (event: RecordedEvent) => `workspace:${event.metadata.workspace_id}`;
const ofCall = [`call:${CALL}`, contact];

/** What each golden event names. */
const SUBJECTS: Readonly<Record<string, readonly string[] | ((event: RecordedEvent) => string | string[])>> = {
  'AttributeIndexingAdvanced.v1': workspace,
  'ContactAttributesIndexed.v1': [contact],
  'ContactZonesRefreshAdvanced.v1': workspace,
  'ContactZonesRefreshRequested.v1': workspace,
  'ContactChanged.v1': [contact],
  'DoNotCallAdded.v1': [contact],
  'DoNotCallChanged.v1': [contact],
  'DoNotCallNumbersErased.v1': [contact],
  'DoNotCallRemoved.v1': [],
  'NumberKeyMade.v1': workspace,
  'ContactDetailsChanged.v1': [contact],
  'ContactDeleted.v1': [contact],
  'ContactDeleted.v2': [contact],
  'ContactErased.v1': [contact],
  'ContactErasureAnnounced.v1': [contact],
  'ContactErasureCompleted.v1': [contact],
  'ContactErasureRequested.v1': [contact],
  'ContactImported.v1': [contact],
  'CallingHoursChanged.v1': [hours],
  'CallingHoursCreated.v1': [hours],
  'CallingHoursDeleted.v1': [hours],
  'DialGroupChanged.v1': [group],
  'DialGroupCreated.v1': [group, `list:${LIST}`, `list:${OTHER_LIST}`],
  'DialGroupDeleted.v1': [group],
  'CallCompleted.v1': ofCall,
  'CallDetailsRecorded.v1': ofCall,
  'CallDispatched.v1': [...ofCall, `list:${LIST}`, member(LIST)],
  'CallEnded.v1': ofCall,
  'CallHeartbeat.v1': [`call:${CALL}`],
  'CallRegistered.v1': ofCall,
  'CallsErased.v1': [contact, `call:${CALL}`],
  'OutcomeApplied.v1': [...ofCall, `outcome:${OUTCOME}`],
  'EventSkipped.v1': [],
  'ImportAdvanced.v1': workspace,
  'ImportCancelled.v1': workspace,
  'ImportCreated.v1': (event) => [workspace(event), `list:${LIST}`],
  'ImportFinished.v1': (event) => [workspace(event), `list:${LIST}`],
  'ListDrained.v1': [`list:${LIST}`],
  'MemberAdded.v1': [`list:${LIST}`, contact, member(LIST)],
  'MemberRemoved.v1': [`list:${OTHER_LIST}`, `list:${LIST}`, contact, member(OTHER_LIST), member(LIST)],
  'CallbackCleared.v1': [`list:${LIST}`, contact, member(LIST)],
  'CallbackDue.v1': [`list:${LIST}`, contact, member(LIST)],
  'CallbackSet.v1': [`list:${LIST}`, contact, member(LIST)],
  'MembersReset.v1': [`list:${LIST}`, contact, member(LIST)],
  'SweepAdvanced.v1': [`list:${LIST}`],
  'OutcomeChanged.v1': [`outcome:${DEFINED}`, `list:${LIST}`, `list:${OTHER_LIST}`],
  'OutcomeCreated.v1': [`outcome:${DEFINED}`, `list:${LIST}`],
  'OutcomeDeleted.v1': [`outcome:${DEFINED}`],
  'PersonalKeysMade.v1': [],
  'SmartListChanged.v1': [`list:${LIST}`],
  'SmartListCreated.v1': [`list:${LIST}`, `list:${OTHER_LIST}`],
  'SmartListDeleted.v1': [`list:${LIST}`],
  'SmartListReset.v1': [`list:${LIST}`],
  'DeliveryAttempted.v1': [delivery],
  'DeliveryCancelled.v1': [delivery],
  'DeliveryErased.v1': [delivery],
  'DeliveryRequested.v1': [delivery, `outcome:${OUTCOME}`, `call:${CALL}`],
  'DeliveryRequested.v2': [delivery, `outcome:${OUTCOME}`, `call:${CALL}`, contact],
  'EventsForwarded.v1': workspace,
  'WebhookEndpointChanged.v1': workspace,
  'WebhookEndpointCreated.v1': workspace,
  'WebhookEndpointDeleted.v1': workspace,
  'WebhookEndpointHealthChanged.v1': workspace,
  'WebhookEndpointPaused.v1': workspace,
  'WebhookEndpointResumed.v1': workspace,
  'WebhookEndpointSecretRotated.v1': workspace,
  'WebhookEndpointSecretsResealed.v1': workspace,
  'CommandRecorded.v1': [],
  'ApiKeyCreated.v1': [`key:${KEY}`],
  'ApiKeyRevoked.v1': [`key:${KEY}`],
  'DialingPaused.v1': workspace,
  'DialingResumed.v1': workspace,
  'PersonalDataExpired.v1': workspace,
  'SearchableAttributesChanged.v1': workspace,
  'SigningSecretRotated.v1': workspace,
  'SigningSecretsResealed.v1': workspace,
  'WorkspaceArrivalBegun.v1': workspace,
  'WorkspaceChanged.v1': workspace,
  'WorkspaceCreated.v1': workspace,
  'WorkParked.v1': [`call:${CALL}`],
  'WorkRetried.v1': [`call:${CALL}`],
  'WorkSkipped.v1': [`call:${CALL}`],
  'WorkspaceDeleted.v1': workspace,
};

it('each type of event is shown, but those of no single workspace', () => {
  const types = SCHEMAS.all().map(({ type }) => type);
  expect(EVENT_TYPES).toEqual(types.filter((type) => !OF_NO_WORKSPACE.includes(type)).toSorted());
});

it('each golden event names these subjects', () => {
  const named = golden.map(([name, event]) => [name, subjectsIn(event).map(({ type, id }) => `${type}:${id}`)]);
  const expected = golden.map(([name, event]) => {
    const subjects = SUBJECTS[name];
    return [name, typeof subjects === 'function' ? [subjects(event)].flat() : subjects];
  });
  expect(named).toEqual(expected);
});

it('of all golden events, secrets, what they are checked by and the faults of the service are hidden, and nothing else', () => {
  const hidden = golden.flatMap(([name, event]) => {
    if (OF_NO_WORKSPACE.includes(event.type)) return [];
    const shown = shownData(event);
    return Object.keys(event.data).flatMap((field) => (field in shown ? [] : [`${name} ${field}`]));
  });
  expect(hidden).toEqual(
    expect.arrayContaining([
      'ApiKeyCreated.v1 hash',
      'NumberKeyMade.v1 key',
      'SigningSecretRotated.v1 ciphertext',
      'SigningSecretsResealed.v1 ciphertexts',
      'WebhookEndpointCreated.v1 ciphertext',
      'WebhookEndpointSecretRotated.v1 ciphertext',
      'WebhookEndpointSecretsResealed.v1 ciphertexts',
      'WorkParked.v1 error',
      ...['WorkParked', 'WorkRetried', 'WorkSkipped'].map((type) => `${type}.v1 version`),
    ]),
  );
  expect(hidden).toHaveLength(11);
});

it('a field that no view names is hidden', () => {
  const [, event] = golden.find(([name]) => name === 'ContactImported.v1')!;
  expect(shownData({ ...event, data: { ...event.data, personal: 'sealed' } })).toEqual(event.data);
});

it.each(golden)('%s is presented without a record of its Idempotency-Key', (_name, event) => {
  const idempotency = { key_hash: 'a hash', fingerprint: 'a fingerprint', status: 200, location: null, etag: null };
  const metadata = { ...event.metadata, idempotency: { ...idempotency, body: { secret: 'an answer' } } };
  const shown = presentEvent({ ...event, metadata }, 'CRM');
  expect(Object.keys(shown)).toEqual([
    ...['event_id', 'type', 'schema_version', 'occurred_at', 'stream', 'revision', 'actor', 'request_id', 'caused_by'],
    ...['subjects', 'data'],
  ]);
  expect(JSON.stringify(shown)).not.toMatch(/a hash|a fingerprint|an answer|v1\.[A-Za-z0-9]{10}|9f86d081/);
});
