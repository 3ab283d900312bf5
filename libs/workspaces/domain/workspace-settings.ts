import { type AttemptWindow, GAP_SECONDS, MAX_WINDOW } from '#eligibility';
import type { RateLimits } from '#kernel';
import { QUOTA_DEFAULTS, type Quotas } from './quotas.js';

/**
 * The dialing settings of contacts without a list (docs/reference/dialing-rules.md#the-next-contact). Seconds; null is
 * unlimited, 0 freezes.
 */
export interface UnlistedSettings {
  readonly enabled: boolean;
  readonly max_attempts_per_day: number | null;
  readonly max_attempts_total: number | null;
  readonly min_retry_seconds: number;
  readonly dial_timeout_seconds: number;
}

/** The settings of a workspace that PATCH /admin/workspaces/{id} can change. */
export interface WorkspaceSettings {
  readonly name: string;
  /** IANA name; calendar days are those of this zone. */
  readonly time_zone: string;
  readonly unlisted: UnlistedSettings;
  readonly lease_seconds: number;
  readonly wrap_up_seconds: number;
  /** The workspace's own limits; null: the service's. */
  readonly rate_limits: RateLimits;
  readonly quotas: Quotas;
  /** Days that the phones of calls are kept; null: for good. */
  readonly calls_keep_days: number | null;
  /** Days that the messages of deliveries, and the responses to them, are kept; null: for good. */
  readonly deliveries_keep_days: number | null;
  /** The limits of a contact over all lists and of its number; all of them hold. Null: none. */
  readonly contact_windows: readonly AttemptWindow[] | null;
  /** The calling hours outside of which nobody is dispatched, from whatever list; null: at any time. */
  readonly calling_hours_id: string | null;
  /** Whether nothing is written to the workspace, by requests or by workers, until this is false again. */
  readonly writes_paused: boolean;
}

/** The fields that change; absent fields stay. `unlisted`, `rate_limits` and `quotas` are merged field by field. */
export interface WorkspaceChanges {
  readonly name?: string | undefined;
  readonly time_zone?: string | undefined;
  readonly unlisted?: { readonly [Field in keyof UnlistedSettings]?: UnlistedSettings[Field] | undefined } | undefined;
  readonly lease_seconds?: number | undefined;
  readonly wrap_up_seconds?: number | undefined;
  readonly rate_limits?: { readonly [Field in keyof RateLimits]?: RateLimits[Field] | undefined } | undefined;
  readonly quotas?: { readonly [Field in keyof Quotas]?: Quotas[Field] | undefined } | undefined;
  readonly calls_keep_days?: number | null | undefined;
  readonly deliveries_keep_days?: number | null | undefined;
  readonly contact_windows?: readonly AttemptWindow[] | null | undefined;
  readonly calling_hours_id?: string | null | undefined;
  readonly writes_paused?: boolean | undefined;
}

/** Inclusive bounds of the settings (docs/reference/http-contract.md#admin-routes; `unlisted` as for a list). */
export const WORKSPACE_BOUNDS = {
  name: { min: 1, max: 200 },
  requests: { min: 1, max: 10_000_000 },
  /** Of each quota; 0 allows no addition. A count above a billion protects nothing any more. */
  quota: { min: 0, max: 1_000_000_000 },
  seconds: { min: 1, max: 3_600 },
  lease_seconds: { min: 10, max: 86_400 },
  wrap_up_seconds: { min: 0, max: 86_400 },
  max_attempts: { min: 0, max: 1_000_000 },
  min_retry_seconds: GAP_SECONDS,
  dial_timeout_seconds: { min: 15, max: 60, step: 5 },
  /** At most ten years. The lower bound keeps the present day, for which keys are still needed. */
  keep_days: { min: 1, max: 3_650 },
  contact_windows: { min: 1, max: 4 },
  contact_window: MAX_WINDOW,
} as const;

/** The settings of a new workspace (docs/reference/http-contract.md#admin-routes, docs/reference/dialing-rules.md). */
export const WORKSPACE_DEFAULTS: Omit<WorkspaceSettings, 'name' | 'time_zone'> = {
  unlisted: {
    enabled: true,
    max_attempts_per_day: 1,
    max_attempts_total: null,
    min_retry_seconds: 86_400,
    dial_timeout_seconds: 30,
  },
  lease_seconds: 7_200,
  wrap_up_seconds: 600,
  rate_limits: { read: null, write: null },
  quotas: QUOTA_DEFAULTS,
  calls_keep_days: null,
  deliveries_keep_days: null,
  contact_windows: null,
  calling_hours_id: null,
  writes_paused: false,
};

/** The settings after a change. */
export function withChanges(settings: WorkspaceSettings, changes: WorkspaceChanges): WorkspaceSettings {
  return {
    name: changes.name ?? settings.name,
    time_zone: changes.time_zone ?? settings.time_zone,
    unlisted: merged(settings.unlisted, changes.unlisted),
    lease_seconds: changes.lease_seconds ?? settings.lease_seconds,
    wrap_up_seconds: changes.wrap_up_seconds ?? settings.wrap_up_seconds,
    rate_limits: merged(settings.rate_limits, changes.rate_limits),
    quotas: merged(settings.quotas, changes.quotas),
    calls_keep_days: unlessAbsent(changes.calls_keep_days, settings.calls_keep_days),
    deliveries_keep_days: unlessAbsent(changes.deliveries_keep_days, settings.deliveries_keep_days),
    contact_windows: unlessAbsent(changes.contact_windows, settings.contact_windows),
    calling_hours_id: unlessAbsent(changes.calling_hours_id, settings.calling_hours_id),
    writes_paused: changes.writes_paused ?? settings.writes_paused,
  };
}

/**
 * The part of the changes that differs from the settings; merged into them, it gives the same result. Undefined:
 * nothing differs.
 */
export function realChanges(settings: WorkspaceSettings, changes: WorkspaceChanges): WorkspaceChanges | undefined {
  const { unlisted, rate_limits, quotas, ...flat } = changes;
  const real = {
    ...differing(settings, flat),
    ...nested('unlisted', differing(settings.unlisted, unlisted ?? {})),
    ...nested('rate_limits', differing(settings.rate_limits, rate_limits ?? {})),
    ...nested('quotas', differing(settings.quotas, quotas ?? {})),
  };
  return Object.keys(real).length > 0 ? real : undefined;
}

/** The new value, null included. */
function unlessAbsent<Value>(changed: Value | undefined, value: Value): Value {
  return changed === undefined ? value : changed;
}

type Partially<Whole> = { readonly [Field in keyof Whole]?: Whole[Field] | undefined };

function merged<Whole extends object>(whole: Whole, changes: Partially<Whole> | undefined): Whole {
  return { ...whole, ...defined(changes ?? {}) };
}

/** Validated bodies have absent fields as undefined ones; those must not overwrite. */
function defined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function differing<Whole extends object>(whole: Whole, changes: Partially<Whole>): Partially<Whole> {
  return Object.fromEntries(
    Object.entries(defined(changes)).filter(([field, value]) => !alike(whole[field as keyof Whole], value)),
  ) as Partially<Whole>;
}

function nested(name: string, fields: object): object {
  return Object.keys(fields).length > 0 ? { [name]: fields } : {};
}

/** Whether two values are the same JSON, whatever the order of fields: a client may send a limit in any. */
function alike(a: unknown, b: unknown): boolean {
  if (!hasFields(a) || !hasFields(b)) return a === b;
  const fields = Object.keys(a);
  return fields.length === Object.keys(b).length && fields.every((field) => alike(a[field], b[field]));
}

function hasFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
