import { ApiSchema } from '@nestjs/swagger';
import { UuidField } from '#http';

@ApiSchema({ name: 'CallScope', description: 'What a request for calls dialed; both null: the whole workspace.' })
export class CallScopeDto {
  @UuidField({ nullable: true, example: null, description: 'The dial group it dialed. null: none.' })
  dial_group_id!: string | null;

  @UuidField({ nullable: true, example: null, description: 'The list it dialed alone. null: no single list.' })
  smart_list_id!: string | null;
}
