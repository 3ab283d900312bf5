import { CONTACT_PROJECTIONS, CONTACT_SCHEMAS } from '#contacts';
import { DIALING_PROJECTIONS, DIALING_SCHEMAS } from '#dialing';
import { type Collection, EventSchemas, type Projection, WORKSPACE_STREAMS } from '#kernel';
import { MEMBER_PROJECTIONS, MEMBER_SCHEMAS } from '#members';
import { OUTCOMES_PROJECTIONS, OUTCOMES_SCHEMAS } from '#outcomes';
import { SMART_LIST_PROJECTIONS, SMART_LIST_SCHEMAS } from '#smart-lists';
import { DELIVERY_STREAMS, WEBHOOKS_PROJECTIONS, WEBHOOKS_SCHEMAS } from '#webhooks';
import { idempotencyProjection, WORKSPACE_HEAD_SCHEMAS } from '#workspace-head';
import { WORKSPACES_ASIDE, WORKSPACES_PROJECTIONS, WORKSPACES_SCHEMAS } from '#workspaces';

/** Every event type of this service. */
export const SCHEMAS = new EventSchemas([
  ...WORKSPACE_HEAD_SCHEMAS,
  ...WORKSPACES_SCHEMAS,
  ...CONTACT_SCHEMAS,
  ...SMART_LIST_SCHEMAS,
  ...MEMBER_SCHEMAS,
  ...OUTCOMES_SCHEMAS,
  ...DIALING_SCHEMAS,
  ...WEBHOOKS_SCHEMAS,
]);

/** Every projection that the workspaces' streams alone feed: decisions read rows of these. */
export const PROJECTIONS: readonly Projection[] = [
  idempotencyProjection,
  ...WORKSPACES_PROJECTIONS,
  ...CONTACT_PROJECTIONS,
  ...SMART_LIST_PROJECTIONS,
  ...MEMBER_PROJECTIONS,
  ...OUTCOMES_PROJECTIONS,
  ...DIALING_PROJECTIONS,
];

/** Every projection of the follower. */
export const FOLLOWER_PROJECTIONS: readonly Projection[] = [...PROJECTIONS, ...WEBHOOKS_PROJECTIONS];

/** The streams it follows. */
export const FOLLOWED: readonly string[] = [WORKSPACE_STREAMS, DELIVERY_STREAMS];

/** Collections that no projection feeds. */
export const ASIDE: readonly Collection[] = [...WORKSPACES_ASIDE];

/** The name that its checkpoint goes by. */
export const FOLLOWER = 'workspaces';
