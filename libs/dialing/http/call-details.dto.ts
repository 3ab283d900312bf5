import { ApiSchema } from '@nestjs/swagger';
import { Integer, Text, UrlField } from '#http';
import { AGENT_ID } from '#members/domain';

export const AGENT = { ...AGENT_ID, example: 'agent-7' } as const;
export const REFERENCE = { min: 1, max: 128 } as const;
const NOTES = { min: 1, max: 2_000, multiline: true, example: 'Asks for an offer by mail.' } as const;
const DURATION = { min: 0, max: 604_800, example: 95 } as const;
const RECORDING = { example: 'https://recordings.example.com/2025/0042.wav' } as const;
const GIVEN = { optional: true, nullable: true } as const;

/** What a client may keep with a call: of every request about one. Left out: it stays as it is. null: it is cleared. */
export class CallDetailsBody {
  @Text({ ...AGENT, ...GIVEN, description: 'Your own id of the agent who is on the phone. null: nobody.' })
  agent_id?: string | null;

  @Text({
    ...REFERENCE,
    ...GIVEN,
    // Sent unchanged with two calls, another one would be refused the second time.
    example: null,
    description:
      'Your own id of the call: it finds the call again (GET /calls). No other call has it, and it does not change any more. It is kept for ever: nothing personal. null: none yet.',
  })
  reference?: string | null;

  @Text({
    ...NOTES,
    ...GIVEN,
    description: 'What was said. Personal data: it ends with the phone of the call. null clears it.',
  })
  notes?: string | null;

  @Integer({ ...DURATION, ...GIVEN, description: 'How long they talked, in seconds, as you count it. null clears it.' })
  duration_seconds?: number | null;

  @UrlField({
    ...RECORDING,
    ...GIVEN,
    description:
      'Where the recording is: never read by the service. Personal data: it ends with the phone of the call. null clears it.',
  })
  recording_url?: string | null;
}

/** What was kept with a call: of every answer that shows one. null: nothing was given. */
export class CallDetailsShown {
  @Text({ ...AGENT, nullable: true, description: 'Your own id of the agent. null: nobody was named.' })
  agent_id!: string | null;

  @Text({
    ...REFERENCE,
    nullable: true,
    example: 'crm-2025-0042',
    description: 'Your own id of the call. null: none was given.',
  })
  reference!: string | null;

  @Text({ ...NOTES, nullable: true, description: 'What was said. null, too, once it was erased.' })
  notes!: string | null;

  @Integer({ ...DURATION, nullable: true, description: 'How long they talked, in seconds. null: nobody has said so.' })
  duration_seconds!: number | null;

  @UrlField({ ...RECORDING, nullable: true, description: 'Where the recording is. null, too, once it was erased.' })
  recording_url!: string | null;
}

@ApiSchema({ name: 'ChangeCall', description: 'Details of a call: what is left out stays as it is.' })
export class ChangeCallBody extends CallDetailsBody {}
