import {
  type Decide,
  type DomainEvent,
  DomainError,
  type Instant,
  instant,
  invalidField,
  notFound,
  type WorkspaceView,
  type WriteRule,
  WritesPausedError,
} from '#kernel';
import {
  liveSecrets,
  MAX_LIVE_SECRETS,
  type NewSigningSecret,
  type SigningSecretRotated,
  withNewSecret,
} from './signing-secret.js';
import { areWritesPaused } from './arrival.js';
import { type AttributeSlots, type SearchableAttributesChanged, slotsOf } from './searchable-attributes.js';
import type { NumberKeyMade } from './number-key.js';
import { checkTimeZone } from './time-zone.js';
import {
  presentWorkspace,
  type WorkspaceChanged,
  type WorkspaceCreated,
  type WorkspaceDeleted,
  type WorkspaceRow,
  WORKSPACES,
} from './workspace.js';
import { realChanges, WORKSPACE_DEFAULTS, type WorkspaceChanges } from './workspace-settings.js';

/** The workspace of a decision; undefined before it was created, and once it is deleted. */
export function workspaceIn(view: WorkspaceView): WorkspaceRow | undefined {
  return view.resident(WORKSPACES).get(view.workspaceId);
}

/** @throws DomainError `not_found`: there is no such workspace */
export function requireWorkspace(view: WorkspaceView): WorkspaceRow {
  const workspace = workspaceIn(view);
  if (!workspace) throw notFound('workspace');
  return workspace;
}

/** The slots of the attributes by which contacts are found. */
export function searchableSlots(view: WorkspaceView): AttributeSlots {
  return workspaceIn(view)?.attribute_slots ?? [];
}

/**
 * POST /admin/workspaces: the first event of a new stream.
 * @throws DomainError at once: `validation_failed` for an unknown time zone
 */
export function createWorkspace(input: { readonly name: string; readonly time_zone: string }) {
  checkTimeZone(input.time_zone);
  return ((view) => {
    // The id was made for this command. A second creation with it would overwrite a company's data.
    if (workspaceIn(view)) throw new Error(`workspace ${view.workspaceId} exists already`);
    const created: WorkspaceCreated = {
      type: 'WorkspaceCreated',
      data: { name: input.name, time_zone: input.time_zone, ...WORKSPACE_DEFAULTS },
    };
    return { events: [created], answer: (after) => workspaceAnswer(201, after) };
  }) satisfies Decide;
}

/** The body of PATCH /admin/workspaces/{id}. */
export interface WorkspacePatch extends WorkspaceChanges {
  /** Each name once. Null: none. Empty, as generated clients send what is not set: they stay. */
  readonly searchable_attributes?: readonly string[] | null | undefined;
}

/**
 * PATCH /admin/workspaces/{id}: absent fields stay, the nested ones too.
 * @throws DomainError `validation_failed` at once; when decided `not_found`, and `resource_conflict` for resuming the
 *   writes of a workspace whose log is not all there
 */
export function changeWorkspace({ searchable_attributes: names, ...changes }: WorkspacePatch) {
  if (changes.time_zone !== undefined) checkTimeZone(changes.time_zone);
  return ((view) => {
    const workspace = requireWorkspace(view);
    const real = realChanges(workspace, changes);
    const events: (WorkspaceChanged | SearchableAttributesChanged)[] = [];
    const ended = changes.writes_paused === false ? arrivalEnded(workspace) : {};
    if (real) events.push({ type: 'WorkspaceChanged', data: { changes: real, ...ended } });
    const slots = names === null || names?.length ? slotsOf(names ?? [], workspace.attribute_slots) : undefined;
    if (slots) events.push({ type: 'SearchableAttributesChanged', data: { slots } });
    return { events, answer: (after) => workspaceAnswer(200, after) };
  }) satisfies Decide;
}

/**
 * The arrival that ends where writes are resumed. The log that is copied ends with their pause: without one it is not
 * all there.
 * @throws DomainError `resource_conflict`
 */
function arrivalEnded({ arrival_id, writes_paused }: WorkspaceRow): Pick<WorkspaceChanged['data'], 'arrival_id'> {
  if (arrival_id === null) return {};
  if (writes_paused) return { arrival_id };
  throw new DomainError(
    'resource_conflict',
    'The log of this workspace is being copied here: its pause of writes, with which the log ends, has not come yet.',
  );
}

/**
 * The same decision, which makes the key of numbers with the first limits of a contact: attempts are counted by the
 * number that was dialed, too, also once its contact is erased.
 * @param newKey of a workspace that has none yet; decisions are pure, so it is made before them
 */
export function makingNumberKey(decide: ReturnType<typeof changeWorkspace>, newKey: string) {
  return ((view) => {
    const decision = decide(view);
    const limits = decision.events.some(
      ({ type, data }) => type === 'WorkspaceChanged' && data.changes.contact_windows,
    );
    if (!limits || requireWorkspace(view).number_key !== null) return decision;
    const made: NumberKeyMade = { type: 'NumberKeyMade', data: { key: newKey } };
    return { ...decision, events: [made, ...decision.events] };
  }) satisfies Decide;
}

/**
 * DELETE /admin/workspaces/{id}: from this event on the workspace cannot be used. A worker drops its rows later.
 * @param name the workspace's, repeated by the client: an id in a path is easily mistaken for another one
 * @throws DomainError when decided: `not_found`, also for a deleted one; `validation_failed` for another name
 */
export function deleteWorkspace(name: string) {
  return ((view) => {
    const workspace = requireWorkspace(view);
    if (name !== workspace.name) {
      throw invalidField('validation_failed', '/name', 'not_its_name', 'Must be the name of the workspace.');
    }
    const deleted: WorkspaceDeleted = { type: 'WorkspaceDeleted', data: {} };
    const body = { ok: true, workspace_id: view.workspaceId, deleted: true } as const;
    return { events: [deleted], answer: () => ({ status: 200, body }) };
  }) satisfies Decide;
}

/**
 * Refuses every write to a deleted workspace: of a request, and of a worker that found one of its rows.
 * @throws DomainError at once: `not_found`
 * @see docs/adr/0027-a-deleted-workspace-leaves-one-row-and-its-log.md
 */
export const unlessDeleted: WriteRule = (view) => {
  const [workspace] = view.rows(WORKSPACES, [[view.workspaceId]]);
  if (workspace?.live === 0) throw notFound('workspace');
  return () => undefined;
};

/**
 * Refuses every write to a workspace whose writes are paused, of requests and of workers, but the one that resumes them
 * and the deletion of the workspace. What changes nothing is no write.
 * @throws WritesPausedError in the second step
 * @see docs/adr/0089-writes-of-a-workspace-can-be-paused.md
 */
export const unlessPaused: WriteRule = (view) => {
  if (!isPaused(view)) return () => undefined;
  return (events) => {
    if (events > 0 && isPaused(view)) throw new WritesPausedError();
  };
};

function isPaused(view: WorkspaceView): boolean {
  const workspace = workspaceIn(view);
  return workspace !== undefined && areWritesPaused(workspace);
}

/**
 * POST /admin/workspaces/{id}/signing-secrets: a new secret; the earlier ones keep signing for at most this number of
 * seconds.
 * @throws DomainError when decided: `not_found`; `resource_conflict` if more than 10 would sign at once, which cannot
 *   happen with 0 seconds
 */
export function rotateSigningSecret(made: NewSigningSecret, previousExpiresInSeconds: number) {
  return ((view) => {
    const { signing_secrets } = requireWorkspace(view);
    const rotated = signingSecretRotated(made, view, previousExpiresInSeconds);
    if (withNewSecret(signing_secrets, rotated.data, view.now).length > MAX_LIVE_SECRETS) {
      // Newest first, and none outlives a newer one: once this one expires there is room for another.
      throw tooManyLive(liveSecrets(signing_secrets, view.now)[MAX_LIVE_SECRETS - 1]!.expires_at!);
    }
    return {
      events: [rotated],
      answer: () => ({ status: 201, body: { ok: true, signing_secret: made.secret } }),
    };
  }) satisfies Decide;
}

/**
 * The first secret of a workspace, made with its first action outcome (docs/reference/http-contract.md#the-webhook): no
 * event or one, for the append of the command that needs it.
 */
export function firstSigningSecret(made: NewSigningSecret, view: WorkspaceView): readonly DomainEvent[] {
  const workspace = workspaceIn(view);
  return workspace && workspace.signing_secrets.length === 0 ? [signingSecretRotated(made, view, 0)] : [];
}

function signingSecretRotated(made: NewSigningSecret, view: WorkspaceView, seconds: number): SigningSecretRotated {
  const end = instant(Date.parse(view.now) + seconds * 1_000);
  return { type: 'SigningSecretRotated', data: { ciphertext: made.ciphertext, previous_expire_at: end } };
}

function tooManyLive(roomAt: Instant): DomainError {
  return new DomainError(
    'resource_conflict',
    `The workspace has ${MAX_LIVE_SECRETS} signing secrets that still sign, and may have no more. Rotate again from ${roomAt} on, or now with previous_secret_expires_in 0: then the new one alone signs.`,
  );
}

function workspaceAnswer(status: number, after: WorkspaceView) {
  return { status, body: { ok: true as const, workspace: presentWorkspace(requireWorkspace(after)) } };
}
