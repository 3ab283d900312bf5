import { ApiSchema } from '@nestjs/swagger';
import { InstantField, ListOf, namedEnum, Nested, OkAnswer, OneOfList, type PresentedAs, Text, UuidField } from '#http';
import type { createApiKey, revokeApiKey } from '../domain/decide-api-key.js';
import type { presentApiKey } from '../domain/api-key.js';
import { type AnsweredBy, SCOPES, type Scope } from '#kernel';

const SCOPE = namedEnum(
  'Scope',
  SCOPES,
  'What an API key may do. `:write` does not include `:read`. Later versions may add others.',
);

const SCOPE_LIST = {
  min: 1,
  max: SCOPES.length,
  unique: true,
  example: ['smart_lists:read', 'smart_lists:write'],
  description: 'What the key may do. `:write` does not include `:read`.',
} as const;

const KEY_NAME = 'For people. Several keys may have the same.';

@ApiSchema({ name: 'CreateApiKey', description: 'A new API key.' })
export class CreateApiKeyBody {
  @Text({ min: 1, max: 200, example: 'CRM', description: KEY_NAME })
  name!: string;

  @OneOfList(SCOPE, SCOPE_LIST)
  scopes!: Scope[];

  @InstantField({
    optional: true,
    nullable: true,
    example: null,
    description:
      'From then on the key is refused, e.g. 2030-01-01T00:00:00.000Z. Must be in the future. null, or left out: never.',
  })
  expires_at?: string | null;
}

@ApiSchema({ name: 'ApiKey', description: 'An API key; never the key itself.' })
export class ApiKeyDto {
  @UuidField({ description: 'Given by the service. Logs name keys by it.' })
  api_key_id!: string;

  @Text({ min: 1, max: 200, example: 'CRM', description: KEY_NAME })
  name!: string;

  @Text({ min: 12, max: 12, description: 'The first 12 characters of the key.', example: 'sl_live_4kQz' })
  prefix!: string;

  @OneOfList(SCOPE, SCOPE_LIST)
  scopes!: Scope[];

  @InstantField({ description: 'When it was created.' })
  created_at!: string;

  @InstantField({ nullable: true, example: null, description: 'From then on it is refused. null: never.' })
  expires_at!: string | null;

  @InstantField({ nullable: true, example: null, description: 'Since then it is refused. null: it was not revoked.' })
  revoked_at!: string | null;

  @InstantField({
    nullable: true,
    example: null,
    description: 'When it was last used; may be a minute old. null: never, or it is not known any more.',
  })
  last_used_at!: string | null;
}

/** Refused by the compiler where what is presented and ApiKeyDto differ. */
export type PresentedApiKey = PresentedAs<ApiKeyDto, ReturnType<typeof presentApiKey>>;

@ApiSchema({ name: 'ApiKeyResponse', description: 'One API key.' })
export class ApiKeyAnswer extends OkAnswer {
  @Nested(() => ApiKeyDto)
  api_key!: ApiKeyDto;
}

/** Refused by the compiler where what a request is answered with and ApiKeyAnswer differ. */
export type PresentedApiKeyAnswer = PresentedAs<ApiKeyAnswer, AnsweredBy<typeof revokeApiKey>>;

@ApiSchema({ name: 'NewApiKeyResponse', description: 'A new API key with its secret, shown this once.' })
export class NewApiKeyAnswer extends ApiKeyAnswer {
  @Text({
    min: 46,
    max: 46,
    description: 'The key. Not shown again.',
    example: 'sl_live_0123456789ABCDEFGHIJKLMNOPQRSTUV1ggZdL',
  })
  secret!: string;
}

/** Refused by the compiler where what a request is answered with and NewApiKeyAnswer differ. */
export type PresentedNewApiKey = PresentedAs<NewApiKeyAnswer, AnsweredBy<typeof createApiKey>>;

@ApiSchema({ name: 'ApiKeysResponse', description: 'All API keys of a workspace.' })
export class ApiKeysAnswer extends OkAnswer {
  @ListOf(() => ApiKeyDto, {
    min: 0,
    max: Infinity,
    description: 'In the order of their creation; revoked and expired ones too.',
  })
  api_keys!: ApiKeyDto[];
}
