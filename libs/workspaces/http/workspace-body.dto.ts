import { ApiSchema } from '@nestjs/swagger';
import {
  AttributeNameList,
  BooleanField,
  Integer,
  IntegerStep,
  ListOf,
  namedSteps,
  Nested,
  Text,
  UuidField,
} from '#http';
import { MAX_SEARCHABLE, PREVIOUS_SECRET_EXPIRES_IN, WORKSPACE_BOUNDS as BOUNDS } from '../domain/index.js';

/** What each setting is, wherever it is sent or shown. */
export const SAYS = {
  name: 'For people. Several workspaces may have the same.',
  timeZone: 'The IANA name of the time zone whose days count, e.g. Europe/Vienna.',
  unlisted: 'How contacts are called that are on no list: never put on one, or taken off all of them.',
  enabled: 'Whether they are called at all, after everybody else.',
  perDay: 'Calls per contact and day. null: no limit. 0: nobody is called.',
  total: 'Calls per contact for life. null: no limit. 0: nobody is called.',
  minRetry: 'Seconds from the end of such a call until the contact may be called so again.',
  lease:
    'Seconds after which a call that nobody ended, and no heartbeat came for, is ended by the service. Counts for later calls.',
  wrapUp: 'Seconds that an ended call waits for its disposition. Counts for later ends.',
  rateLimits: 'What each of its API keys may ask for.',
  read: 'Of GET. null: the limit of the service counts.',
  write: 'Of everything else. null: the limit of the service counts.',
  quotas: 'What the workspace may hold. A write that would take it above a quota is 409 `quota_exceeded`.',
  contacts: 'Contacts.',
  members: 'Memberships of all smart lists together. Those of a deleted list count until its rows have followed.',
  openCalls: 'Calls that are not completed.',
  deliveriesWaiting:
    'Webhook deliveries that are pending or retrying. Counted every few seconds, so it may be passed by a little.',
  callsKeepDays:
    'Days that the phones of calls are kept. After them calls show null, and nothing brings it back. null: for good.',
  deliveriesKeepDays:
    'Days that the messages of webhook deliveries, and the responses to them, are kept (responses 30 days at most). ' +
    'A delivery without its message is neither tried again nor redelivered. null: for good.',
  contactWindows:
    'Limits of a contact over all lists: no contact, and no number, is called more often than `attempts` times in any `hours` hours, from whatever list. All of them hold. null: none.',
  callingHours:
    'The calling hours outside of which nobody is called, from whatever list or from none; those of a list count too. null: at any time.',
  searchable: 'The attributes by which GET /contacts finds contacts.',
  writesPaused:
    'Whether writes are paused: every write to the workspace is 503 with Retry-After, nobody is dialed, no webhook is ' +
    'sent, and no lease ends a call. Reads go on. For the time in which its log is copied to another service.',
  arriving:
    'Whether its log is being copied here from another service. Its keys are 503, and its writes paused, until they are ' +
    'resumed here.',
} as const;

/** Windows that a workspace may have. */
export const WINDOWS = { ...BOUNDS.contact_windows, nullable: true } as const;
export const KEEP_DAYS = { ...BOUNDS.keep_days, nullable: true } as const;
export const SEARCHABLE = { min: 0, max: MAX_SEARCHABLE, unique: true, example: ['plan', 'tier'] } as const;
export const CAP = { ...BOUNDS.max_attempts, nullable: true } as const;
export const DIAL_TIMEOUT = namedSteps('DialTimeout', BOUNDS.dial_timeout_seconds);

@ApiSchema({
  name: 'CreateWorkspace',
  description: 'A new workspace. Everything else has its default, and can be changed later.',
})
export class CreateWorkspaceBody {
  @Text({ ...BOUNDS.name, example: 'Harbour Sales', description: SAYS.name })
  name!: string;

  @Text({ min: 1, max: 100, description: SAYS.timeZone, example: 'Europe/Vienna' })
  time_zone!: string;
}

const RATE_LIMIT = '`requests` at once, and the same number again, spread evenly, over `seconds`.';

@ApiSchema({ name: 'SetRateLimit', description: RATE_LIMIT })
export class RateLimitBody {
  @Integer({ ...BOUNDS.requests, example: 6_000, description: 'How many requests.' })
  requests!: number;

  @Integer({ ...BOUNDS.seconds, example: 60, description: 'In how many seconds.' })
  seconds!: number;
}

/** Unlike that of a body, a later version may add to it: a schema of its own. */
@ApiSchema({ name: 'RateLimit', description: RATE_LIMIT })
export class RateLimitDto extends RateLimitBody {}

@ApiSchema({
  name: 'ContactWindow',
  description: 'At most `attempts` calls to a contact, and to a number, in any `hours` hours, from whatever list.',
})
export class ContactWindowDto {
  @Integer({
    min: 1,
    max: BOUNDS.contact_window.attempts,
    example: 3,
    description: 'How many calls. Those that ended not_placed and those that were registered are not counted.',
  })
  attempts!: number;

  @Integer({
    min: 1,
    max: BOUNDS.contact_window.hours,
    example: 24,
    description: 'In how many hours, on whatever day.',
  })
  hours!: number;
}

@ApiSchema({ name: 'SetContactWindow', description: 'A limit of a contact.' })
export class SetContactWindowDto extends ContactWindowDto {}

@ApiSchema({ name: 'RateLimitsPatch', description: `${SAYS.rateLimits} What is left out stays.` })
export class RateLimitsBody {
  @Nested(() => RateLimitBody, { optional: true, nullable: true, description: SAYS.read })
  read?: RateLimitBody | null;

  @Nested(() => RateLimitBody, { optional: true, nullable: true, description: SAYS.write })
  write?: RateLimitBody | null;
}

@ApiSchema({
  name: 'QuotasPatch',
  description: `${SAYS.quotas} What is left out stays. 0: nothing can be added. One below the use takes nothing away.`,
})
export class QuotasBody {
  @Integer({ ...BOUNDS.quota, optional: true, example: 5_000_000, description: SAYS.contacts })
  contacts?: number;

  @Integer({ ...BOUNDS.quota, optional: true, example: 20_000_000, description: SAYS.members })
  members?: number;

  @Integer({ ...BOUNDS.quota, optional: true, example: 10_000, description: SAYS.openCalls })
  open_calls?: number;

  @Integer({ ...BOUNDS.quota, optional: true, example: 1_000_000, description: SAYS.deliveriesWaiting })
  deliveries_waiting?: number;
}

@ApiSchema({ name: 'UnlistedSettingsPatch', description: `${SAYS.unlisted} What is left out stays.` })
export class UnlistedBody {
  @BooleanField({ optional: true, example: true, description: SAYS.enabled })
  enabled?: boolean;

  @Integer({ ...CAP, optional: true, example: 1, description: SAYS.perDay })
  max_attempts_per_day?: number | null;

  @Integer({ ...CAP, optional: true, example: null, description: SAYS.total })
  max_attempts_total?: number | null;

  @Integer({ ...BOUNDS.min_retry_seconds, optional: true, example: 86_400, description: SAYS.minRetry })
  min_retry_seconds?: number;

  @IntegerStep(DIAL_TIMEOUT, { optional: true, example: 30 })
  dial_timeout_seconds?: number;
}

@ApiSchema({
  name: 'WorkspacePatch',
  description: 'A change of a workspace: what is left out stays, the nested fields too.',
})
export class ChangeWorkspaceBody {
  @Text({ ...BOUNDS.name, optional: true, example: 'Harbour Sales', description: SAYS.name })
  name?: string;

  @Text({ min: 1, max: 100, optional: true, description: SAYS.timeZone, example: 'Europe/Vienna' })
  time_zone?: string;

  @Nested(() => UnlistedBody, { optional: true })
  unlisted?: UnlistedBody;

  @Integer({ ...BOUNDS.lease_seconds, optional: true, example: 7_200, description: SAYS.lease })
  lease_seconds?: number;

  @Integer({ ...BOUNDS.wrap_up_seconds, optional: true, example: 600, description: SAYS.wrapUp })
  wrap_up_seconds?: number;

  @Nested(() => RateLimitsBody, { optional: true })
  rate_limits?: RateLimitsBody;

  @Nested(() => QuotasBody, { optional: true })
  quotas?: QuotasBody;

  @Integer({ ...KEEP_DAYS, optional: true, example: 90, description: SAYS.callsKeepDays })
  calls_keep_days?: number | null;

  @Integer({ ...KEEP_DAYS, optional: true, example: 30, description: SAYS.deliveriesKeepDays })
  deliveries_keep_days?: number | null;

  @ListOf(() => SetContactWindowDto, {
    ...WINDOWS,
    optional: true,
    example: [{ attempts: 3, hours: 24 }],
    description: SAYS.contactWindows,
  })
  contact_windows?: SetContactWindowDto[] | null;

  @UuidField({
    optional: true,
    nullable: true,
    description: `${SAYS.callingHours} Calling hours of this workspace.`,
    example: null,
  })
  calling_hours_id?: string | null;

  @AttributeNameList({
    ...SEARCHABLE,
    optional: true,
    nullable: true,
    description:
      `${SAYS.searchable} All of them; contacts from before are found by a new one as well. Empty: as if left out, since ` +
      'generated clients send what is not set as an empty list. null: none.',
  })
  searchable_attributes?: string[] | null;

  @BooleanField({ optional: true, example: false, description: SAYS.writesPaused })
  writes_paused?: boolean;
}

@ApiSchema({ name: 'DeleteWorkspace', description: 'Which workspace is meant, said twice.' })
export class DeleteWorkspaceBody {
  @Text({ ...BOUNDS.name, example: 'Harbour Sales', description: 'The name of the workspace, typed again.' })
  name!: string;
}

@ApiSchema({ name: 'RotateSigningSecret', description: 'How a new signing secret relieves the earlier ones.' })
export class RotateSigningSecretBody {
  @Integer({
    min: PREVIOUS_SECRET_EXPIRES_IN.min,
    max: PREVIOUS_SECRET_EXPIRES_IN.max,
    optional: true,
    default: PREVIOUS_SECRET_EXPIRES_IN.default,
    example: PREVIOUS_SECRET_EXPIRES_IN.default,
    description: 'Seconds after which no earlier secret signs any more. 0: at once.',
  })
  previous_secret_expires_in?: number;
}
