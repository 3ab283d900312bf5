import { DomainError, type DomainEvent } from '#kernel';
import { given, type Given } from '#kernel/testing';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { SETTINGS_DEFAULTS } from '#smart-lists/domain';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { WORKSPACE_DEFAULTS } from '#workspaces/domain';
import { changeOutcome, createOutcome, type NewOutcome, type OutcomePatch } from '../domain/decide-outcome.js';
import { outcomesProjection } from '../projections/outcomes.projection.js';
import { outcomeCreated } from './outcome-created.js';

const id = (end: string): string => `018f3a00-0000-7000-8000-0000000000${end}`;
/** The outcome of the tests, and another one. */
export const ID = id('01');
export const OTHER = id('02');
/** Two active lists and a deleted one. */
export const SPRING = id('a1');
export const AUTUMN = id('a2');
export const GONE = id('a3');
export const HOOK = 'https://example.com/hook';

export const context = { allowed: [], signingSecret: { secret: 'whsec_x', ciphertext: 'sealed' } };
export const anyVersion = (): void => undefined;

export const gone = (smart_list_id: string): DomainEvent => ({
  type: 'SmartListDeleted',
  data: { smart_list_id, members_left: 0 },
});
export const rotated: DomainEvent = {
  type: 'SigningSecretRotated',
  data: { ciphertext: 'sealed', previous_expire_at: '2030-01-01T00:00:00.000Z' },
};
export const action = { outcome_type: 'action', webhook_url: HOOK };
/** The event of the tests' outcome. */
export const outcome = (fields: object = {}): DomainEvent => outcomeCreated(ID, fields);

const list = (smart_list_id: string, name: string): DomainEvent => ({
  type: 'SmartListCreated',
  data: { smart_list_id, name, ...SETTINGS_DEFAULTS, source: 'api' },
});
const past = [
  { type: 'WorkspaceCreated', data: { name: 'D', time_zone: 'UTC', ...WORKSPACE_DEFAULTS } },
  list(SPRING, 'Spring'),
  list(AUTUMN, 'Autumn'),
  list(GONE, 'Gone'),
  gone(GONE),
];

/** A workspace with those lists, and further events. */
export const workspace = (...events: DomainEvent[]): Given =>
  given([...WORKSPACES_PROJECTIONS, ...SMART_LIST_PROJECTIONS, outcomesProjection], [...past, ...events]);
export const create = (input: Partial<NewOutcome>) => createOutcome(ID, { outcome_name: 'Sold', ...input }, context);
export const change = (patch: OutcomePatch) => changeOutcome(ID, patch, context, anyVersion);

/** Code, pointer and rule of a refusal at once. */
export function refusalOf(decide: () => unknown): unknown {
  try {
    return decide();
  } catch (error) {
    const { code, errors } = error as DomainError;
    return [code, errors[0]?.pointer, errors[0]?.code];
  }
}
