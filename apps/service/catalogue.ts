import { CONTACT_PROJECTIONS, CONTACT_SCHEMAS } from '#contacts';
import { DIALING_PROJECTIONS, DIALING_SCHEMAS } from '#dialing';
import { type Collection, EventSchemas, type Projection } from '#kernel';
import { MEMBER_PROJECTIONS, MEMBER_SCHEMAS } from '#members';
import { OUTCOMES_PROJECTIONS, OUTCOMES_SCHEMAS } from '#outcomes';
import { SMART_LIST_PROJECTIONS, SMART_LIST_SCHEMAS } from '#smart-lists';
import { WEBHOOKS_SCHEMAS } from '#webhooks/domain';
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

/** Every projection that the workspaces' streams feed. */
export const PROJECTIONS: readonly Projection[] = [
  idempotencyProjection,
  ...WORKSPACES_PROJECTIONS,
  ...CONTACT_PROJECTIONS,
  ...SMART_LIST_PROJECTIONS,
  ...MEMBER_PROJECTIONS,
  ...OUTCOMES_PROJECTIONS,
  ...DIALING_PROJECTIONS,
];

/** Collections that no projection feeds. */
export const ASIDE: readonly Collection[] = [...WORKSPACES_ASIDE];

/** The name that the checkpoint of all workspaces goes by. */
export const FOLLOWER = 'workspaces';
