import { ApiSchema } from '@nestjs/swagger';
import { BooleanField, InstantField, Integer, ListOf, namedEnum, Nested, OkAnswer, OneOf, Text, TextList } from '#http';
import type { Instant } from '#kernel';

const COUNT = { min: 0, max: Number.MAX_SAFE_INTEGER } as const;
const BY = 'The name of the admin token that asked for it. null: one without a name, or the service itself.';
const FORCED = 'Whether the rows are exchanged even where they differ.';

const FOLLOWERS = namedEnum(
  'FollowerName',
  ['rows', 'events_index'],
  'rows: everything that the API shows but events.',
);
const FOLLOWER_STATES = namedEnum(
  'FollowerState',
  ['building', 'following', 'stalled'],
  'building: there is no complete copy yet. stalled: `trouble` says why nothing is folded; a copy that lags by 15 s and stands still for two is stalled, whichever process has its follower.',
);
const KINDS = namedEnum('RebuildKind', ['rebuild', 'back'], 'back: the rows before the last rebuild are served again.');
const STATES = namedEnum(
  'RebuildState',
  ['building', 'comparing', 'switching', 'done', 'differs', 'failed'],
  'differs: the rebuilt rows are not those that are served, which stay.',
);
const DIFFERENCES = namedEnum(
  'RowDifferenceKind',
  ['missing', 'extra', 'behind', 'ahead', 'different'],
  'What the served row is, compared with the rebuilt one: missing: it is not there; extra: no event makes it; behind, ' +
    'ahead: it has fewer or more events; different: the same events came to other values.',
);

@ApiSchema({ name: 'RebuildRows', description: 'How the rows are rebuilt.' })
export class RebuildBody {
  @BooleanField({ optional: true, example: false, description: `${FORCED} Default: false.` })
  force?: boolean;
}

@ApiSchema({ name: 'Follower', description: 'What folds the log into a copy, as this process sees it.' })
export class FollowerDto {
  @OneOf(FOLLOWERS)
  name!: string;

  @OneOf(FOLLOWER_STATES)
  state!: string;

  @Text({ min: 1, max: 200, nullable: true, description: 'Up to where it has folded the log. null: nothing of it.' })
  position!: string | null;

  @Integer({
    ...COUNT,
    nullable: true,
    description:
      'Events of the log that the copy lacks; 1000: it lacks 1,000 or more. null: a store does not tell now.',
  })
  lag_events!: number | null;

  @Integer({
    ...COUNT,
    nullable: true,
    description: 'Seconds since the first of them was decided; 0: none lacks. null: a store does not tell now.',
  })
  lag_seconds!: number | null;

  @Integer({
    ...COUNT,
    nullable: true,
    description:
      'Events that this process has folded a second, over the last ten; 0 also while another process folds. null: this one has no such follower.',
  })
  events_per_second!: number | null;

  @Text({ min: 1, max: 2_000, nullable: true, description: 'Why it waits or has stopped. null: it follows.' })
  trouble!: string | null;
}

@ApiSchema({ name: 'Heads', description: 'What this process decides with: the heads of workspaces in its memory.' })
export class HeadsDto {
  @Integer({ ...COUNT, description: 'Heads in memory.' })
  loaded!: number;

  @Integer({ ...COUNT, description: 'Heads whose last append the event store has not answered: their writes are 503.' })
  stalled!: number;
}

@ApiSchema({ name: 'RowDifference', description: 'A row that is not what the rebuild came to. Values are not shown.' })
export class RowDifferenceDto {
  @Text({ min: 1, max: 100, example: 'smart_lists', description: 'Its collection.' })
  collection!: string;

  @TextList({ min: 1, max: 10, item: { min: 0, max: 200 }, description: 'Its key.' })
  key!: string[];

  @OneOf(DIFFERENCES)
  kind!: string;

  @TextList({ min: 0, max: 200, item: { min: 1, max: 100 }, description: 'The fields that differ.' })
  fields!: string[];
}

@ApiSchema({ name: 'Rebuild', description: 'A rebuild of the rows.' })
export class RebuildDto {
  @OneOf(KINDS)
  kind!: string;

  @OneOf(STATES)
  state!: string;

  @InstantField({ description: 'When it was begun, or continued by this process.' })
  started_at!: Instant;

  @InstantField({ nullable: true, description: 'null: it is under way.' })
  ended_at!: Instant | null;

  @Text({ min: 1, max: 64, nullable: true, description: BY })
  by!: string | null;

  @BooleanField({ description: FORCED })
  forced!: boolean;

  @Integer({ ...COUNT, description: 'Events folded.' })
  folded_events!: number;

  @Integer({ ...COUNT, description: 'Events of the log. On EventStoreDB, whose positions count bytes, an estimate.' })
  log_events!: number;

  @Integer({ ...COUNT, nullable: true, description: 'Since the start. null: not known, or all are folded.' })
  events_per_second!: number | null;

  @Integer({ ...COUNT, nullable: true, description: 'Until the log is folded. null: not known, or it is.' })
  seconds_left!: number | null;

  @Integer({ ...COUNT, description: 'Rows compared so far.' })
  compared_rows!: number;

  @Integer({ ...COUNT, description: 'Rows that are equal.' })
  equal_rows!: number;

  @Integer({ ...COUNT, description: 'Rows that were written all the time while they were compared.' })
  moving_rows!: number;

  @Integer({ ...COUNT, description: 'Rows that differ.' })
  different_rows!: number;

  @ListOf(() => RowDifferenceDto, { min: 0, max: 100, description: 'The first of them.' })
  differences!: RowDifferenceDto[];

  @Text({ min: 1, max: 2_000, nullable: true, description: 'Why it has failed. null: it has not.' })
  error!: string | null;
}

@ApiSchema({ name: 'RowsOrigin', description: 'The rebuild that has made the rows.' })
export class RowsOriginDto {
  @InstantField({ description: 'When they were compared.' })
  at!: Instant;

  @Text({ min: 1, max: 64, nullable: true, description: BY })
  by!: string | null;

  @BooleanField({ description: 'Whether they are served though they differed from those before.' })
  forced!: boolean;

  @Integer({ ...COUNT, description: 'Rows that differed.' })
  different_rows!: number;
}

@ApiSchema({ name: 'ProjectionsResponse', description: 'What is folded from the log, and how far.' })
export class ProjectionsAnswer extends OkAnswer {
  @ListOf(() => FollowerDto, { min: 1, max: 2, description: 'What folds the log, a copy each.' })
  followers!: FollowerDto[];

  @Nested(() => HeadsDto)
  heads!: HeadsDto;

  @Nested(() => RowsOriginDto, { nullable: true, description: 'null: the rows were made as the log was written.' })
  rows_made_by!: RowsOriginDto | null;

  @BooleanField({ description: 'Whether the rows before the last rebuild are kept.' })
  can_go_back!: boolean;

  @Nested(() => RebuildDto, {
    nullable: true,
    description: 'The rebuild under way, or the last one. null: none since this process was started.',
  })
  rebuild!: RebuildDto | null;
}

@ApiSchema({ name: 'RebuildResponse', description: 'The rebuild that is under way.' })
export class RebuildAnswer extends OkAnswer {
  @Nested(() => RebuildDto)
  rebuild!: RebuildDto;
}
