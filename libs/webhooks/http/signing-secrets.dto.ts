import { ApiSchema } from '@nestjs/swagger';
import { InstantField, Integer, ListOf, OkAnswer, type PresentedAs, Text } from '#http';
import { MAX_LIVE_SECRETS, type presentSecrets, PREVIOUS_SECRET_EXPIRES_IN } from '#workspaces/domain';

export const SECRET = { min: 50, max: 50, example: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=' } as const;
export const SECRET_SHOWN =
  '`whsec_` and the base64 of 32 bytes: Not shown again. null: the answer is repeated under an Idempotency-Key; rotate the secret where the first answer was lost.';

@ApiSchema({ name: 'RotateSecret', description: 'How long the secrets before a new one sign.' })
export class RotateSecretBody {
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

@ApiSchema({ name: 'RotatedSecretResponse', description: 'A new signing secret, shown this once.' })
export class RotatedSecretAnswer extends OkAnswer {
  @Text({ ...SECRET, nullable: true, description: SECRET_SHOWN })
  signing_secret!: string | null;
}

@ApiSchema({ name: 'SigningSecretInfo', description: 'A signing secret, without what it is.' })
export class SecretInfoDto {
  @InstantField({ description: 'Since when it signs.' })
  created_at!: string;

  @InstantField({ nullable: true, example: null, description: 'Until when it signs. null: it is the newest.' })
  expires_at!: string | null;
}

/** Refused by the compiler where what is presented and SecretInfoDto differ. */
export type PresentedSecret = PresentedAs<SecretInfoDto, ReturnType<typeof presentSecrets>[number]>;

@ApiSchema({ name: 'SigningSecretsResponse', description: 'The secrets that sign now.' })
export class SecretsAnswer extends OkAnswer {
  @ListOf(() => SecretInfoDto, { min: 0, max: MAX_LIVE_SECRETS, description: 'The newest first.' })
  signing_secrets!: SecretInfoDto[];
}
