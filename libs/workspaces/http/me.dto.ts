import { ApiSchema, PickType } from '@nestjs/swagger';
import { Integer, ListOf, namedEnum, Nested, OkAnswer, OneOf, type PresentedAs } from '#http';
import { QUOTA_NAMES, type QuotaName, WORKSPACE_BOUNDS as BOUNDS } from '../domain/index.js';
import type { Me } from '../queries/get-me.query.js';
import { ApiKeyDto } from './api-key.dto.js';
import { RateLimitDto, SAYS } from './workspace-body.dto.js';
import { COUNT, WorkspaceDto } from './workspace.dto.js';

const RESOURCE = namedEnum('QuotaResource', QUOTA_NAMES, 'What a quota limits. Later versions may add some.');

@ApiSchema({ name: 'OwnWorkspace', description: 'The workspace of a key, with the settings that concern its clients.' })
export class OwnWorkspaceDto extends PickType(WorkspaceDto, [
  'workspace_id',
  'name',
  'time_zone',
  'unlisted',
  'lease_seconds',
  'wrap_up_seconds',
  'calls_keep_days',
  'deliveries_keep_days',
  'contact_windows',
  'calling_hours_id',
  'searchable_attributes',
] as const) {}

@ApiSchema({ name: 'OwnApiKey', description: 'The API key that asks; never the key itself.' })
export class OwnApiKeyDto extends PickType(ApiKeyDto, [
  'api_key_id',
  'name',
  'prefix',
  'scopes',
  'expires_at',
  'created_at',
] as const) {}

@ApiSchema({ name: 'KeyRateLimit', description: 'A rate limit of a key, and what this process has left of it.' })
export class KeyRateDto extends RateLimitDto {
  @Integer({ ...COUNT, example: 5_999, description: 'How many requests are left: `r` of the header `RateLimit`.' })
  remaining!: number;

  @Integer({
    ...COUNT,
    example: 0,
    description: 'Seconds until a request is allowed by the process that answers. 0: while one is left.',
  })
  wait_seconds!: number;
}

@ApiSchema({ name: 'KeyRateLimits', description: 'The rate limits that count for this key.' })
export class KeyRatesDto {
  @Nested(() => KeyRateDto, { nullable: true, description: 'Of GET, this one counted. null: nothing limits them.' })
  read!: KeyRateDto | null;

  @Nested(() => KeyRateDto, { nullable: true, description: 'Of everything else. null: nothing limits them.' })
  write!: KeyRateDto | null;
}

@ApiSchema({ name: 'QuotaUse', description: 'A quota of the workspace, with its use.' })
export class QuotaUseDto {
  @OneOf(RESOURCE)
  resource!: QuotaName;

  @Integer({ ...BOUNDS.quota, example: 10_000, description: SAYS.quotas })
  limit!: number;

  @Integer({ ...COUNT, example: 12, description: 'What the workspace holds now.' })
  used!: number;

  @Integer({ ...BOUNDS.quota, example: 9_988, description: 'What may be added. 0 where the use is above the quota.' })
  left!: number;
}

@ApiSchema({ name: 'MeResponse', description: 'Who is asking.' })
export class MeAnswer extends OkAnswer {
  @Nested(() => OwnWorkspaceDto)
  workspace!: OwnWorkspaceDto;

  @Nested(() => OwnApiKeyDto)
  api_key!: OwnApiKeyDto;

  @Nested(() => KeyRatesDto)
  rate_limits!: KeyRatesDto;

  @ListOf(() => QuotaUseDto, { min: QUOTA_NAMES.length, max: QUOTA_NAMES.length, description: 'One a resource.' })
  quotas!: QuotaUseDto[];
}

/** Refused by the compiler where what is presented and MeAnswer differ. */
export type PresentedMe = PresentedAs<Pick<MeAnswer, 'workspace' | 'api_key' | 'quotas'>, Me>;
