import { ApiSchema } from '@nestjs/swagger';
import { InstantField, Text, UuidField } from '#http';
import { AGENT_ID } from '#members/domain';

/** The data of `callback.due` (docs/reference/http-contract.md#webhook-endpoints). */
@ApiSchema({ name: 'DueCallbackData', description: 'A callback that is due.' })
export class DueCallbackData {
  @UuidField({ description: 'Who is to be called back.' })
  contact_id!: string;

  @UuidField({ description: 'The list whose member bears the callback.' })
  smart_list_id!: string;

  @InstantField({ description: 'The instant that was agreed.' })
  callback_at!: string;

  @Text({
    ...AGENT_ID,
    nullable: true,
    example: 'agent-7',
    description: 'The agent to whom it is given first. null: it has no owner.',
  })
  agent_id!: string | null;

  @InstantField({
    description:
      'Since when it is due: later than agreed where the daily cap, a window or a limit of the contact was full.',
  })
  due_at!: string;
}
