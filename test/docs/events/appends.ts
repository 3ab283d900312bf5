/** The cause of an append, as its events record it: `actor.kind`, for the workers of the service with `actor.id`. */
export type By = 'api_key' | 'admin' | `system ${string}`;

/** One kind of write: its cause, and the events of its append. */
export interface AppendKind {
  /** The route, or the task of a worker. */
  readonly write: string;
  readonly by: By;
  /**
   * The events in order, as a regular expression over event types: `?` optional, `+` one or more, `*` any number.
   */
  readonly run: string;
}

/** The entry of an outcome in the do-not-call register. */
const ENTERED = '(NumberKeyMade? DoNotCallRemoved? DoNotCallAdded | DoNotCallChanged)?';

/** An exhausted member is moved: removed from the list, and added to the next one unless it is a member there. */
const WATERFALL = '(MemberRemoved MemberAdded?)?';

/**
 * Every kind of write: who appends which events, and what is in the same append. docs/reference/events.md is generated
 * from it, and an end-to-end test compares it with the log of a service.
 */
export const APPENDS: readonly AppendKind[] = [
  { write: 'POST /admin/workspaces', by: 'admin', run: 'WorkspaceCreated' },
  {
    write: 'PATCH /admin/workspaces/{workspaceId}',
    by: 'admin',
    run: 'NumberKeyMade? WorkspaceChanged? SearchableAttributesChanged?',
  },
  { write: 'DELETE /admin/workspaces/{workspaceId}', by: 'admin', run: 'WorkspaceDeleted' },
  { write: 'POST /admin/workspaces/{workspaceId}/api-keys', by: 'admin', run: 'ApiKeyCreated' },
  { write: 'DELETE /admin/workspaces/{workspaceId}/api-keys/{apiKeyId}', by: 'admin', run: 'ApiKeyRevoked' },
  { write: 'POST /admin/workspaces/{workspaceId}/signing-secrets', by: 'admin', run: 'SigningSecretRotated' },
  {
    write: 'POST /admin/secrets/reseal, for each workspace',
    by: 'admin',
    run: 'SigningSecretsResealed? WebhookEndpointSecretsResealed*',
  },
  { write: 'POST /admin/held-streams/skip', by: 'admin', run: 'EventSkipped' },
  { write: 'POST /admin/parked/{itemId}/retry', by: 'admin', run: 'WorkRetried' },
  { write: 'POST /admin/parked/{itemId}/skip', by: 'admin', run: 'WorkSkipped' },
  {
    write: 'the first start with a store of personal keys',
    by: 'system personal-keys',
    run: 'PersonalKeysMade',
  },
  { write: '`smartlists log copy --workspace`', by: 'system log-copy', run: 'WorkspaceArrivalBegun' },
  {
    write: 'the first start outside production: the workspace "Demo"',
    by: 'system first-start',
    run: 'WorkspaceCreated',
  },
  { write: 'the first start outside production: its key', by: 'system first-start', run: 'ApiKeyCreated' },
  {
    write: 'POST /contacts/batch',
    by: 'api_key',
    run: '((ContactImported | ContactChanged) ContactDetailsChanged? | ContactDetailsChanged)+',
  },
  {
    write: 'PATCH /contacts/{contactId}',
    by: 'api_key',
    run: 'ContactChanged ContactDetailsChanged? | ContactDetailsChanged',
  },
  { write: 'POST /contacts/refresh-zones', by: 'api_key', run: 'ContactZonesRefreshRequested' },
  { write: 'DELETE /contacts/{contactId}', by: 'api_key', run: 'ContactDeleted MemberRemoved? ListDrained*' },
  {
    write: 'POST /contacts/{contactId}/erase',
    by: 'api_key',
    run: 'ContactDeleted? MemberRemoved? (ContactErased | ContactErasureRequested)? DoNotCallNumbersErased? ListDrained*',
  },
  {
    write: 'DELETE /contacts/{contactId}?erase=true',
    by: 'api_key',
    run: 'ContactDeleted? MemberRemoved? (ContactErased | ContactErasureRequested)? DoNotCallNumbersErased? ListDrained*',
  },
  {
    write: 'POST /contacts/batch-erase',
    by: 'api_key',
    run: 'ContactDeleted* MemberRemoved? (ContactErased | ContactErasureRequested)* DoNotCallNumbersErased* ListDrained*',
  },
  {
    write: 'POST /do-not-call/batch',
    by: 'api_key',
    run: 'NumberKeyMade? (DoNotCallRemoved? DoNotCallAdded | DoNotCallChanged)+',
  },
  { write: 'POST /do-not-call/batch-remove', by: 'api_key', run: 'DoNotCallRemoved+' },
  { write: 'POST /smart-lists', by: 'api_key', run: 'SmartListCreated' },
  { write: 'POST /smart-lists/{smartListId}/clone', by: 'api_key', run: 'SmartListCreated' },
  {
    write: 'PATCH /smart-lists/{smartListId}',
    by: 'api_key',
    run: 'SmartListChanged (MemberRemoved MemberAdded*)? ListDrained?',
  },
  { write: 'PATCH /dialer', by: 'api_key', run: 'DialingPaused | DialingResumed' },
  {
    write: 'DELETE /smart-lists/{smartListId}',
    by: 'api_key',
    run: 'SmartListDeleted SmartListChanged* DialGroupChanged* MemberRemoved?',
  },
  { write: 'POST /calling-hours', by: 'api_key', run: 'CallingHoursCreated' },
  { write: 'PATCH /calling-hours/{callingHoursId}', by: 'api_key', run: 'CallingHoursChanged' },
  { write: 'DELETE /calling-hours/{callingHoursId}', by: 'api_key', run: 'CallingHoursDeleted' },
  { write: 'POST /dial-groups', by: 'api_key', run: 'DialGroupCreated' },
  { write: 'PATCH /dial-groups/{dialGroupId}', by: 'api_key', run: 'DialGroupChanged' },
  { write: 'DELETE /dial-groups/{dialGroupId}', by: 'api_key', run: 'DialGroupDeleted' },
  { write: 'POST /smart-lists/{smartListId}/members/batch', by: 'api_key', run: 'MemberAdded+' },
  { write: 'POST /smart-lists/{smartListId}/members/batch-remove', by: 'api_key', run: 'MemberRemoved ListDrained?' },
  { write: 'POST /smart-lists/{smartListId}/members/batch-reset', by: 'api_key', run: 'MembersReset' },
  {
    write: 'PATCH /smart-lists/{smartListId}/members/{contactId}',
    by: 'api_key',
    run: 'CallbackSet | CallbackCleared',
  },
  { write: 'POST /smart-lists/{smartListId}/reset', by: 'api_key', run: 'SmartListReset' },
  { write: 'POST /smart-list-members/batch-remove', by: 'api_key', run: 'MemberRemoved ListDrained*' },
  { write: 'POST /phone-system/outcomes', by: 'api_key', run: 'SigningSecretRotated? OutcomeCreated' },
  { write: 'PATCH /phone-system/outcomes/{outcomeId}', by: 'api_key', run: 'SigningSecretRotated? OutcomeChanged' },
  { write: 'DELETE /phone-system/outcomes/{outcomeId}', by: 'api_key', run: 'OutcomeDeleted' },
  { write: 'POST /dialer/next', by: 'api_key', run: '(CallDispatched CallDetailsRecorded?)+' },
  { write: 'POST /calls', by: 'api_key', run: 'CallRegistered CallDetailsRecorded?' },
  { write: 'PATCH /calls/{callId}', by: 'api_key', run: 'CallDetailsRecorded' },
  { write: 'POST /calls/{callId}/heartbeat', by: 'api_key', run: 'CallHeartbeat' },
  {
    write: 'POST /calls/{callId}/end',
    by: 'api_key',
    run: `CallDetailsRecorded? (CallEnded (CallbackSet? CallCompleted ${WATERFALL} ListDrained?)?)?`,
  },
  {
    write: 'POST /calls/{callId}/outcomes, of an action',
    by: 'api_key',
    run: `CallDetailsRecorded? OutcomeApplied MemberAdded? MemberRemoved? ${ENTERED} DeliveryRequested ListDrained*`,
  },
  {
    write: 'POST /calls/{callId}/outcomes, of a disposition',
    by: 'api_key',
    run: `CallDetailsRecorded? OutcomeApplied MemberAdded? MemberRemoved? CallbackSet? ${ENTERED} CallCompleted ${WATERFALL} ListDrained*`,
  },
  { write: 'POST /webhook-deliveries/{deliveryId}/redeliver', by: 'api_key', run: 'DeliveryRequested' },
  { write: 'POST /webhook-deliveries/recover', by: 'api_key', run: 'DeliveryRequested*' },
  { write: 'POST /imports', by: 'api_key', run: 'ImportCreated' },
  {
    write: 'PUT /imports/{importId}/rows, some rows of contacts',
    by: 'api_key',
    run: '((ContactImported | ContactChanged) ContactDetailsChanged? | ContactDetailsChanged)* MemberAdded* ImportAdvanced',
  },
  { write: 'PUT /imports/{importId}/rows, some rows of members', by: 'api_key', run: 'MemberAdded* ImportAdvanced' },
  {
    write: 'PUT /imports/{importId}/rows, some rows of removals',
    by: 'api_key',
    run: 'MemberRemoved? ImportAdvanced ListDrained*',
  },
  { write: 'PUT /imports/{importId}/rows, the end of the file', by: 'api_key', run: 'ImportFinished?' },
  { write: 'POST /imports/{importId}/cancel', by: 'api_key', run: 'ImportCancelled?' },
  { write: 'POST /webhook-endpoints', by: 'api_key', run: 'WebhookEndpointCreated' },
  { write: 'PATCH /webhook-endpoints/{endpointId}', by: 'api_key', run: 'WebhookEndpointChanged' },
  { write: 'DELETE /webhook-endpoints/{endpointId}', by: 'api_key', run: 'WebhookEndpointDeleted' },
  { write: 'POST /webhook-endpoints/{endpointId}/test', by: 'api_key', run: 'DeliveryRequested' },
  { write: 'POST /webhook-endpoints/{endpointId}/resume', by: 'api_key', run: 'WebhookEndpointResumed?' },
  {
    write: 'POST /webhook-endpoints/{endpointId}/signing-secrets',
    by: 'api_key',
    run: 'WebhookEndpointSecretRotated',
  },
  { write: 'POST /signing-secrets', by: 'api_key', run: 'SigningSecretRotated' },
  { write: 'any write with an Idempotency-Key that changes nothing', by: 'api_key', run: 'CommandRecorded' },
  {
    write: 'a lease that has passed',
    by: 'system call_timers',
    run: `CallEnded CallCompleted ${WATERFALL} ListDrained?`,
  },
  { write: 'a wrap-up time that is over', by: 'system call_timers', run: `CallCompleted ${WATERFALL} ListDrained?` },
  { write: 'callbacks that are due', by: 'system due_callbacks', run: 'CallbackDue+' },
  { write: 'a chunk of the end of a deleted list', by: 'system sweep', run: 'MemberRemoved? SweepAdvanced' },
  {
    write: 'a chunk of the members that a lowered cap exhausts',
    by: 'system sweep',
    run: '(MemberRemoved MemberAdded*)? SweepAdvanced',
  },
  {
    write: 'a chunk of the contacts that are indexed by new searchable attributes',
    by: 'system attribute_indexing',
    run: 'ContactAttributesIndexed* AttributeIndexingAdvanced',
  },
  {
    write: 'a chunk of the contacts whose zones are told by a newer table of numbers',
    by: 'system zones_refresh',
    run: 'ContactChanged* ContactZonesRefreshAdvanced',
  },
  {
    write: 'the erasure of a contact whose call has ended',
    by: 'system erasures',
    run: 'ContactErased DoNotCallNumbersErased?',
  },
  { write: 'the retention of personal data, at most daily', by: 'system retention', run: 'PersonalDataExpired' },
  { write: 'a delivery on its way whose message has ended', by: 'system retention', run: 'DeliveryCancelled' },
  {
    write: 'erased contacts whose keys were put back',
    by: 'system erasures',
    run: 'ContactErased+ DoNotCallNumbersErased*',
  },
  { write: 'a chunk of the calls of an erased contact', by: 'system erasures', run: 'NumberKeyMade? CallsErased' },
  { write: 'a delivery about an erased contact', by: 'system erasures', run: 'DeliveryCancelled? DeliveryErased' },
  {
    write: 'receivers that are told of the erasure of a contact',
    by: 'system erasures',
    run: 'DeliveryRequested+ ContactErasureAnnounced',
  },
  { write: 'the end of an erasure', by: 'system erasures', run: 'ContactErasureCompleted' },
  { write: 'an attempt to deliver', by: 'system deliveries', run: 'DeliveryAttempted DeliveryCancelled?' },
  {
    write: 'events that endpoints subscribed to',
    by: 'system event_feeds',
    run: 'DeliveryRequested* EventsForwarded',
  },
  {
    write: 'an attempt that changes the health of its endpoint',
    by: 'system endpoint_health',
    run: 'WebhookEndpointHealthChanged | WebhookEndpointPaused',
  },
  { write: 'a delivery whose endpoint is deleted or paused', by: 'system deliveries', run: 'DeliveryCancelled' },
  { write: 'a parked delivery that is skipped', by: 'system deliveries', run: 'DeliveryCancelled' },
  { write: 'an item of a to-do list that failed too often', by: 'system parking', run: 'WorkParked' },
];

/** Streams other than the workspace's, by the event types in them. */
export const STREAMS: Readonly<Record<string, string>> = {
  EventSkipped: 'skips',
  PersonalKeysMade: 'personal-keys',
  WorkspaceArrivalBegun: 'arrival-{workspace_id}',
  DeliveryAttempted: 'delivery-{delivery_id}',
  DeliveryCancelled: 'delivery-{delivery_id}',
  DeliveryErased: 'delivery-{delivery_id}',
};

/** The event types that a kind of write may append. */
export function typesOf({ run }: AppendKind): ReadonlySet<string> {
  return new Set(run.match(/[A-Za-z]+/g));
}

/** Whether a sequence of event types matches a kind of write. */
export function isRunOf({ run }: AppendKind, types: readonly string[]): boolean {
  const pattern = run.replace(/[A-Za-z]+/g, '(?:$& )').replace(/ (?!\))/g, '');
  return new RegExp(`^(?:${pattern})$`).test(types.map((type) => `${type} `).join(''));
}
