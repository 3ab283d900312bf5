import { ApiProperty } from '@nestjs/swagger';
import { BooleanField, InstantField, Integer, ListOf, OneOf, UuidField } from '#http';
import { type GateReport, MEMBER_STATUSES, type MemberStatus } from '#members/domain';
import { CallDto } from './call.dto.js';

/** Calls that one request begins, or looks ahead. */
const MAX_PICKS = 50;
const CONTACT_ID = '0198f4b2-8d2f-7b4c-8e5f-60718293a4b5';
const LIST_ID = '0198f4b2-7c1e-7a3b-9d4e-5f60718293a4';

export class NextBody {
  @Integer({ min: 1, max: MAX_PICKS, optional: true, default: 1, description: 'How many calls to begin at most.' })
  limit?: number;
}

export class NextAnswer {
  @BooleanField({ example: true })
  ok!: true;

  @ListOf(() => CallDto, {
    min: 0,
    max: MAX_PICKS,
    description:
      'In the order in which they were chosen; fewer than asked for, even none, when nobody else may be called now.',
  })
  calls!: CallDto[];
}

export class PreviewFilter {
  @Integer({ min: 1, max: MAX_PICKS, optional: true, default: 1, description: 'How far to look ahead.' })
  limit?: number;
}

/** Somebody who would be called. */
export class PreviewedPickDto {
  @UuidField({ example: CONTACT_ID })
  contact_id!: string;

  @UuidField({ nullable: true, example: LIST_ID, description: 'null: a contact without a list.' })
  smart_list_id!: string | null;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Which attempt from that list it would be.', example: 1 })
  attempt_number!: number;
}

export class PreviewAnswer {
  @BooleanField({ example: true })
  ok!: true;

  @ListOf(() => PreviewedPickDto, { min: 0, max: MAX_PICKS })
  next!: PreviewedPickDto[];
}

/** In the order in which they are tested. */
const GATES = [
  'membership',
  'caps_not_zero',
  'no_call_in_flight',
  'total_cap',
  'daily_cap',
  'retry_gap',
] as const satisfies readonly GateReport['gate'][];

const numberOrText = () => ({ oneOf: [{ type: 'integer' }, { type: 'string' }], nullable: true });

/** What one of the rules says of a member. */
export class GateDto {
  @OneOf(GATES, { example: 'daily_cap' })
  gate!: GateReport['gate'];

  @OneOf(MEMBER_STATUSES.filter((status) => status !== 'queued'), {
    example: 'waiting',
    description: 'The status of the member if this is the first gate that fails.',
  })
  status!: Exclude<MemberStatus, 'queued'>;

  @BooleanField({ example: false })
  passed!: boolean;

  @ApiProperty({
    ...numberOrText(),
    description:
      'What is compared: `active` or why it is no member; the lowest cap; the id of the call in flight; the attempts for life; those of the day; the seconds since the last call ended.',
    example: 2,
  })
  value!: number | string | null;

  @ApiProperty({
    ...numberOrText(),
    description:
      'With what: to pass, the value is `active`, above 0, null, below the cap, below the cap, at least the gap. null: no limit.',
    example: 2,
  })
  threshold!: number | string | null;

  @InstantField({
    nullable: true,
    description: 'When it passes if nothing else happens; null if that takes more than time.',
  })
  until!: string | null;
}

export class ExplainAnswer {
  @BooleanField({ example: true })
  ok!: true;

  @BooleanField({ example: false, description: 'Whether the member may be dialed now: all gates pass.' })
  eligible!: boolean;

  @ListOf(() => GateDto, { min: GATES.length, max: GATES.length })
  gates!: GateDto[];
}
