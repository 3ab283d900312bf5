import { CONTACTS_SCHEMAS, CONTACT_USE } from '#contacts/domain';
import { CONTACT_CACHE_COLLECTIONS, CONTACT_PROJECTIONS } from '#contacts/projections';
import { CALLING_HOURS_SCHEMAS } from '#calling-hours/domain';
import { CALLING_HOURS_PROJECTIONS } from '#calling-hours/projections';
import { DIAL_GROUP_SCHEMAS } from '#dial-groups/domain';
import { DIAL_GROUP_PROJECTIONS } from '#dial-groups/projections';
import { CALL_USE, DIALING_SCHEMAS } from '#dialing/domain';
import { DIALING_PROJECTIONS } from '#dialing/projections';
import { DO_NOT_CALL_SCHEMAS } from '#do-not-call/domain';
import { DO_NOT_CALL_PROJECTIONS } from '#do-not-call/projections';
import { SKIPS_SCHEMAS, SKIPS_STREAM } from '#event-store';
import { ARRIVAL_STREAMS, type Collection, EventSchemas, type Projection, WORKSPACE_STREAMS } from '#kernel';
import { IMPORT_SCHEMAS } from '#imports/domain';
import { IMPORT_PROJECTIONS } from '#imports/projections';
import { MEMBER_SCHEMAS, MEMBER_USE } from '#members/domain';
import { MEMBER_PROJECTIONS } from '#members/projections';
import { OUTCOMES_SCHEMAS } from '#outcomes/domain';
import { OUTCOMES_PROJECTIONS } from '#outcomes/projections';
import { PERSONAL_KEYS_SCHEMAS } from '#personal-data';
import { SMART_LIST_SCHEMAS } from '#smart-lists/domain';
import { SMART_LIST_PROJECTIONS } from '#smart-lists/projections';
import { TIMELINE_PROJECTIONS } from '#timeline/projections';
import { DELIVERY_STREAMS, DELIVERY_USE, WEBHOOKS_SCHEMAS } from '#webhooks/domain';
import { ENDPOINT_PROJECTIONS, WEBHOOKS_PROJECTIONS } from '#webhooks/projections';
import { idempotencyProjection, WORKSPACE_HEAD_SCHEMAS } from '#workspace-head';
import { WORKSPACES, WORKSPACES_SCHEMAS } from '#workspaces/domain';
import { WORKSPACES_CACHE_COLLECTIONS, WORKSPACES_PROJECTIONS, workspaceUseProjection } from '#workspaces/projections';

// Imports pure rooms only: the threads that fold the log load this file, and would load Nest with the slices' modules.

/** Every event type of this service. */
export const SCHEMAS = new EventSchemas([
  ...SKIPS_SCHEMAS,
  ...PERSONAL_KEYS_SCHEMAS,
  ...WORKSPACE_HEAD_SCHEMAS,
  ...WORKSPACES_SCHEMAS,
  ...DO_NOT_CALL_SCHEMAS,
  ...CONTACTS_SCHEMAS,
  ...SMART_LIST_SCHEMAS,
  ...CALLING_HOURS_SCHEMAS,
  ...DIAL_GROUP_SCHEMAS,
  ...MEMBER_SCHEMAS,
  ...IMPORT_SCHEMAS,
  ...OUTCOMES_SCHEMAS,
  ...DIALING_SCHEMAS,
  ...WEBHOOKS_SCHEMAS,
]);

/** Every projection that only the workspaces' streams feed: decisions read their rows. */
export const PROJECTIONS: readonly Projection[] = [
  idempotencyProjection,
  ...WORKSPACES_PROJECTIONS,
  workspaceUseProjection([CONTACT_USE, MEMBER_USE, CALL_USE, DELIVERY_USE]),
  ...DO_NOT_CALL_PROJECTIONS,
  ...CONTACT_PROJECTIONS,
  ...CALLING_HOURS_PROJECTIONS,
  ...SMART_LIST_PROJECTIONS,
  ...DIAL_GROUP_PROJECTIONS,
  ...MEMBER_PROJECTIONS,
  ...IMPORT_PROJECTIONS,
  ...OUTCOMES_PROJECTIONS,
  ...DIALING_PROJECTIONS,
  ...ENDPOINT_PROJECTIONS,
];

/** Every projection of the follower. */
export const FOLLOWER_PROJECTIONS: readonly Projection[] = [...PROJECTIONS, ...WEBHOOKS_PROJECTIONS];

/** The prefixes of the streams that the follower of the index of events follows. */
const INDEXED: readonly string[] = [WORKSPACE_STREAMS, DELIVERY_STREAMS, SKIPS_STREAM];

/** The prefixes of the streams it follows. */
export const FOLLOWED: readonly string[] = [...INDEXED, ARRIVAL_STREAMS];

/** Collections that no projection feeds. */
export const CACHE_COLLECTIONS: readonly Collection[] = [...WORKSPACES_CACHE_COLLECTIONS, ...CONTACT_CACHE_COLLECTIONS];

/** The rows of a workspace. */
const ROWS: readonly Collection[] = [
  ...FOLLOWER_PROJECTIONS.map(({ collection }) => collection).reverse(),
  ...CACHE_COLLECTIONS,
].filter(({ name }) => name !== WORKSPACES.name);

/** A worker reads it over all workspaces: an index has the workspace, but not as its first field. */
const isToDoList = ({ indexes }: Collection): boolean =>
  indexes.some(({ fields }) => fields.indexOf('workspace_id') > 0);

/**
 * The collections whose rows are dropped with a workspace, to-do lists first. The row of the workspace itself stays: it
 * says that the workspace is deleted.
 */
export const OF_WORKSPACES: readonly Collection[] = [
  ...ROWS.filter(isToDoList),
  ...ROWS.filter((collection) => !isToDoList(collection)),
];

/** The name of its checkpoint. */
export const FOLLOWER = 'workspaces';

/** The projections of the follower, the prefixes of its streams, and the name of its checkpoint. */
export const FOLLOWING = { projections: FOLLOWER_PROJECTIONS, follower: FOLLOWER, prefixes: FOLLOWED } as const;

/**
 * The same of the follower of the index of events, which has a copy of its own
 * (docs/adr/0045-events-have-an-index-of-their-own.md).
 */
export const INDEXING = { projections: TIMELINE_PROJECTIONS, follower: 'events', prefixes: INDEXED } as const;
