import { ApiSchema } from '@nestjs/swagger';
import { TextList, UuidField } from '#http';

@ApiSchema({ name: 'CallScope', description: 'What a request for calls dialed; both null: the whole workspace.' })
export class CallScopeDto {
  @UuidField({ nullable: true, example: null, description: 'The dial group it dialed. null: none.' })
  dial_group_id!: string | null;

  @UuidField({ nullable: true, example: null, description: 'The list it dialed alone. null: no single list.' })
  smart_list_id!: string | null;
}

@ApiSchema({
  name: 'CallLane',
  description:
    'The lane that a call was picked from: the members of a tier that open and close together. Null and empty: the plain one, or the call is a callback.',
})
export class CallLaneDto {
  @UuidField({ nullable: true, example: null, description: 'The calling hours of its list. null: none of its own.' })
  calling_hours_id!: string | null;

  @TextList({
    ...{ min: 0, max: 4, unique: true, item: { min: 1, max: 100 } },
    example: [],
    description: 'One name for each clock of the contact, where calling hours go by it.',
  })
  zones!: string[];
}
