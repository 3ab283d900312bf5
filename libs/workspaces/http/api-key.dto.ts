import { BooleanField, InstantField, ListOf, Nested, OneOfList, Text, UuidField } from '#http';
import { SCOPES, type Scope } from '#kernel';

const SCOPE_LIST = {
  min: 1,
  max: SCOPES.length,
  unique: true,
  example: ['smart_lists:read', 'smart_lists:write'],
} as const;

/** A new API key. */
export class CreateApiKeyBody {
  @Text({ min: 1, max: 200, example: 'CRM' })
  name!: string;

  @OneOfList(SCOPES, SCOPE_LIST)
  scopes!: Scope[];

  @InstantField({
    optional: true,
    nullable: true,
    example: null,
    description: 'From then on the key is refused, e.g. 2030-01-01T00:00:00.000Z. null, or left out: never.',
  })
  expires_at?: string | null;
}

/** An API key; never the key itself. */
export class ApiKeyDto {
  @UuidField()
  api_key_id!: string;

  @Text({ min: 1, max: 200, example: 'CRM' })
  name!: string;

  @Text({ min: 12, max: 12, description: 'The first 12 characters of the key.', example: 'sl_live_4kQz' })
  prefix!: string;

  @OneOfList(SCOPES, SCOPE_LIST)
  scopes!: Scope[];

  @InstantField()
  created_at!: string;

  @InstantField({ nullable: true, example: null })
  expires_at!: string | null;

  @InstantField({ nullable: true, example: null })
  revoked_at!: string | null;

  @InstantField({ nullable: true, example: null, description: 'May be a minute old.' })
  last_used_at!: string | null;
}

/** One API key. */
export class ApiKeyAnswer {
  @BooleanField({ example: true })
  ok!: true;

  @Nested(() => ApiKeyDto)
  api_key!: ApiKeyDto;
}

/** A new API key with its secret, shown this once. */
export class NewApiKeyAnswer extends ApiKeyAnswer {
  @Text({
    min: 46,
    max: 46,
    description: 'The key. Not shown again.',
    example: 'sl_live_0123456789ABCDEFGHIJKLMNOPQRSTUV1ggZdL',
  })
  secret!: string;
}

/** All API keys of a workspace, in the order of their creation. */
export class ApiKeysAnswer {
  @BooleanField({ example: true })
  ok!: true;

  @ListOf(() => ApiKeyDto, { min: 0, max: Infinity })
  api_keys!: ApiKeyDto[];
}
