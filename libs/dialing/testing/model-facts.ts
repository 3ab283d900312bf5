import { instant } from '#kernel';
import {
  type Bar,
  type Callback,
  type ContactZones,
  type DialingLimits,
  type Moment,
  momentOf,
  type NamedHours,
  zonesOfContact,
  zonesOfNumber,
} from '#eligibility';
import type { ReferenceModel } from './reference-model/reference-model.js';
import type { ModelContact, ModelList } from './reference-model/state.js';

/** What the domain is told of the state of the reference model: nothing that the model concludes from it. */

/** Now, by the settings of the workspace and its calling hours. */
export function momentOfModel({ workspace, hours, now }: ReferenceModel): Moment {
  const { time_zone, dialing_paused_at: since, contact_windows, calling_hours_id } = workspace;
  const dialing_paused_at = since === null ? null : instant(since);
  const settings = { time_zone, dialing_paused_at, contact_windows, calling_hours_id };
  const all = hours.all.map(({ id, ...rest }) => ({ calling_hours_id: id, ...rest }));
  return momentOf(settings, instant(now), all as readonly NamedHours[]);
}

export function zonesOf({ workspace }: ReferenceModel, { time_zone, phone }: ModelContact): ContactZones {
  return zonesOfContact({ time_zone, phone_zones: zonesOfNumber(phone ?? '') }, workspace.time_zone);
}

export function callbackOf(model: ReferenceModel, contact: ModelContact, list: ModelList | null): Callback | null {
  const callback = model.callbackOf(contact, list);
  if (!callback) return null;
  return { callback_at: instant(callback.at), agent_id: callback.agent, owner_seconds: callback.owner_seconds };
}

export function barOf({ register, now }: ReferenceModel, { phone }: ModelContact): Bar | null {
  const entry = register.entry(phone, now);
  return entry ? { until: entry.expires_at === Infinity ? null : instant(entry.expires_at) } : null;
}

/** The settings of a list that gates compare with, or those of the workspace for contacts without one. */
export function limitsOf(limits: DialingLimits): DialingLimits {
  const { max_attempts_per_day, max_attempts_total, min_retry_seconds } = limits;
  const { retry_seconds, attempt_windows, paused, calling_hours_id } = limits;
  return {
    ...{ max_attempts_per_day, max_attempts_total, min_retry_seconds },
    ...(retry_seconds !== undefined && { retry_seconds }),
    ...(attempt_windows !== undefined && { attempt_windows }),
    ...(paused !== undefined && { paused }),
    ...(calling_hours_id !== undefined && { calling_hours_id }),
  };
}
