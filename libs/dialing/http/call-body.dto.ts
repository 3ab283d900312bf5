import { ApiSchema } from '@nestjs/swagger';
import { InstantField, Integer, namedEnum, OneKeyOf, OneOf, PhoneField, Text, UuidField } from '#http';
import { CALLBACK_OWNER } from '#members/domain';
import { CallDetailsBody } from './call-details.dto.js';
import { END_RESULTS, type EndResult } from '../domain/calls/call-events.js';

const CONTACT_ID = '0198f4b2-8d2f-7b4c-8e5f-60718293a4b5';
const OUTCOME_ID = '0198f4b2-9e30-7c5d-9f60-718293a4b5c6';
const END_RESULT = namedEnum(
  'EndResult',
  END_RESULTS,
  'not_placed: nobody was called, and the attempt is given back. The service treats all other results alike; they are yours to tell apart.',
);

@ApiSchema({ name: 'RegisterCall', description: 'A call that the scheduler did not dispatch.' })
@OneKeyOf('contact_id', 'phone')
export class RegisterCallBody extends CallDetailsBody {
  @UuidField({ optional: true, example: CONTACT_ID, description: 'The id of the contact. Give this or `phone`.' })
  contact_id?: string;

  @PhoneField({
    optional: true,
    description: 'In E.164. Of several contacts with it the one imported first. Give this or `contact_id`.',
  })
  phone?: string;

  @UuidField({
    optional: true,
    description: 'Your own id for the call, which no other call has. Left out: one is made.',
  })
  call_id?: string;
}

@ApiSchema({ name: 'EndCall', description: 'What came of a call.' })
export class EndCallBody extends CallDetailsBody {
  @OneOf(END_RESULT, { example: 'answered', description: 'What came of the call.' })
  result!: EndResult;
}

@ApiSchema({ name: 'ApplyOutcome', description: 'Which outcome is applied.' })
export class ApplyOutcomeBody extends CallDetailsBody {
  @UuidField({ example: OUTCOME_ID, description: 'An outcome of the workspace.' })
  outcome_id!: string;

  @InstantField({
    optional: true,
    nullable: true,
    default: null,
    example: null,
    description:
      'Of a disposition: when the contact is to be called back. The membership of its destination bears the callback, else that of the list dialed from. null: there is none.',
  })
  callback_at?: string | null;

  @Text(CALLBACK_OWNER.agent)
  callback_agent_id?: string | null;

  @Integer(CALLBACK_OWNER.seconds)
  callback_owner_seconds?: number | null;
}
