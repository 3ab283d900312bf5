import { ApiSchema } from '@nestjs/swagger';
import type { AnsweredBy } from '#kernel';
import { BooleanField, OkAnswer, type PresentedAs, UuidField } from '#http';
import type { decideReset } from '../commands/reset-smart-list.command.js';

@ApiSchema({ name: 'ResetSmartList', description: 'Whose attempts are reset.' })
export class ResetSmartListBody {
  @BooleanField({
    optional: true,
    default: true,
    example: true,
    description: 'true: of the members who have used up `max_attempts_total`. false: of all members.',
  })
  completed_only?: boolean;
}

@ApiSchema({ name: 'SmartListResetResponse', description: 'A smart list whose members were reset.' })
export class SmartListResetAnswer extends OkAnswer {
  @UuidField({ description: 'Of the list.' })
  smart_list_id!: string;

  @BooleanField({ example: true, description: 'Always true, also where nobody had attempts to reset.' })
  reset!: true;
}

/** Refused by the compiler where what is answered and SmartListResetAnswer differ. */
export type PresentedListReset = PresentedAs<SmartListResetAnswer, AnsweredBy<typeof decideReset>>;
