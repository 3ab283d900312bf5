import { ApiProperty } from '@nestjs/swagger';
import { BooleanField, InstantField, Integer, IntegerStep, ListOf, Nested, Text, UuidField } from '#http';
import { PREVIOUS_SECRET_EXPIRES_IN, WORKSPACE_BOUNDS as BOUNDS } from '../domain/index.js';

const ZONE = 'IANA name of the time zone whose days count, e.g. Europe/Vienna.';
const CAP = { ...BOUNDS.max_attempts, nullable: true, description: 'null is unlimited, 0 freezes.' } as const;

/** A new workspace; everything else has its default. */
export class CreateWorkspaceBody {
  @Text({ ...BOUNDS.name, example: 'Harbour Sales' })
  name!: string;

  @Text({ min: 1, max: 100, description: ZONE, example: 'Europe/Vienna' })
  time_zone!: string;
}

/** A token bucket. */
export class RateLimitBody {
  @Integer({ ...BOUNDS.requests, example: 6_000 })
  requests!: number;

  @Integer({ ...BOUNDS.seconds, example: 60 })
  seconds!: number;
}

/** Per key and process; null is the limit of the service. */
export class RateLimitsBody {
  @Nested(() => RateLimitBody, { optional: true, nullable: true })
  read?: RateLimitBody | null;

  @Nested(() => RateLimitBody, { optional: true, nullable: true })
  write?: RateLimitBody | null;
}

/** How contacts without a list are dialed; absent fields stay. */
export class UnlistedBody {
  @BooleanField({ optional: true, example: true })
  enabled?: boolean;

  @Integer({ ...CAP, optional: true, example: 1 })
  max_attempts_per_day?: number | null;

  @Integer({ ...CAP, optional: true, example: null })
  max_attempts_total?: number | null;

  @Integer({ ...BOUNDS.min_retry_seconds, optional: true, example: 86_400 })
  min_retry_seconds?: number;

  @IntegerStep({ ...BOUNDS.dial_timeout_seconds, optional: true, example: 30 })
  dial_timeout_seconds?: number;
}

/** A change of a workspace; absent fields stay, the nested ones too. */
export class ChangeWorkspaceBody {
  @Text({ ...BOUNDS.name, optional: true, example: 'Harbour Sales' })
  name?: string;

  @Text({ min: 1, max: 100, optional: true, description: ZONE, example: 'Europe/Vienna' })
  time_zone?: string;

  @Nested(() => UnlistedBody, { optional: true })
  unlisted?: UnlistedBody;

  @Integer({
    ...BOUNDS.lease_seconds,
    optional: true,
    example: 7_200,
    description: 'How long a call is kept without a heartbeat.',
  })
  lease_seconds?: number;

  @Integer({
    ...BOUNDS.wrap_up_seconds,
    optional: true,
    example: 600,
    description: 'How long a disposition is waited for.',
  })
  wrap_up_seconds?: number;

  @Nested(() => RateLimitsBody, { optional: true })
  rate_limits?: RateLimitsBody;
}

/** How contacts without a list are dialed. */
export class UnlistedDto {
  @BooleanField({ example: true })
  enabled!: boolean;

  @Integer({ ...CAP, example: 1 })
  max_attempts_per_day!: number | null;

  @Integer({ ...CAP, example: null })
  max_attempts_total!: number | null;

  @Integer({ ...BOUNDS.min_retry_seconds, example: 86_400 })
  min_retry_seconds!: number;

  @IntegerStep({ ...BOUNDS.dial_timeout_seconds, example: 30 })
  dial_timeout_seconds!: number;
}

/** A token bucket as it is shown: unlike that of a body, a later version may add to it. */
export class RateLimitDto extends RateLimitBody {}

/** Per key and process; null is the limit of the service. */
export class RateLimitsDto {
  @Nested(() => RateLimitDto, { nullable: true })
  read!: RateLimitDto | null;

  @Nested(() => RateLimitDto, { nullable: true })
  write!: RateLimitDto | null;
}

/** A workspace. */
export class WorkspaceDto {
  @UuidField()
  workspace_id!: string;

  @Text({ ...BOUNDS.name, example: 'Harbour Sales' })
  name!: string;

  @Text({ min: 1, max: 100, example: 'Europe/Vienna' })
  time_zone!: string;

  @Nested(() => UnlistedDto)
  unlisted!: UnlistedDto;

  @Integer({ ...BOUNDS.lease_seconds, example: 7_200 })
  lease_seconds!: number;

  @Integer({ ...BOUNDS.wrap_up_seconds, example: 600 })
  wrap_up_seconds!: number;

  @Nested(() => RateLimitsDto)
  rate_limits!: RateLimitsDto;

  @InstantField()
  created_at!: string;

  @InstantField()
  updated_at!: string;
}

/** One workspace. */
export class WorkspaceAnswer {
  @BooleanField({ example: true })
  ok!: true;

  @Nested(() => WorkspaceDto)
  workspace!: WorkspaceDto;
}

/** A page of workspaces, in the order of their creation. */
export class WorkspacesAnswer {
  @BooleanField({ example: true })
  ok!: true;

  @ListOf(() => WorkspaceDto, { min: 0, max: 200 })
  workspaces!: WorkspaceDto[];

  @ApiProperty({ type: String, nullable: true, description: 'null: there is no further page.' })
  next_page_token!: string | null;
}

/** How a new signing secret relieves the earlier ones. */
export class RotateSigningSecretBody {
  @Integer({
    min: PREVIOUS_SECRET_EXPIRES_IN.min,
    max: PREVIOUS_SECRET_EXPIRES_IN.max,
    optional: true,
    default: PREVIOUS_SECRET_EXPIRES_IN.default,
    description: 'Seconds after which no earlier secret signs any more.',
  })
  previous_secret_expires_in?: number;
}

/** A signing secret, shown this once. */
export class SigningSecretAnswer {
  @BooleanField({ example: true })
  ok!: true;

  @Text({
    min: 50,
    max: 50,
    description: '`whsec_` and the base64 of 32 bytes. Not shown again.',
    example: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
  })
  signing_secret!: string;
}
