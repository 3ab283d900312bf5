import { ApiSchema } from '@nestjs/swagger';
import type { AnsweredBy } from '#kernel';
import {
  AttributeNameList,
  BooleanField,
  DeletedAnswer,
  InstantField,
  Integer,
  IntegerStep,
  ListOf,
  Nested,
  OkAnswer,
  PageAnswer,
  type PresentedAs,
  Text,
  UuidField,
} from '#http';
import type { decideChangeWorkspace } from '../commands/change-workspace.command.js';
import type { createWorkspace, deleteWorkspace, rotateSigningSecret } from '../domain/decide-workspace.js';
import { type presentUse, type presentWorkspace, WORKSPACE_BOUNDS as BOUNDS } from '../domain/index.js';
import type { ListedWorkspace } from '../queries/workspace-uses.js';
import {
  CAP,
  ContactWindowDto,
  DIAL_TIMEOUT,
  KEEP_DAYS,
  RateLimitDto,
  SAYS,
  SEARCHABLE,
  WINDOWS,
} from './workspace-body.dto.js';

@ApiSchema({ name: 'UnlistedSettings', description: SAYS.unlisted })
export class UnlistedDto {
  @BooleanField({ example: true, description: SAYS.enabled })
  enabled!: boolean;

  @Integer({ ...CAP, example: 1, description: SAYS.perDay })
  max_attempts_per_day!: number | null;

  @Integer({ ...CAP, example: null, description: SAYS.total })
  max_attempts_total!: number | null;

  @Integer({ ...BOUNDS.min_retry_seconds, example: 86_400, description: SAYS.minRetry })
  min_retry_seconds!: number;

  @IntegerStep(DIAL_TIMEOUT)
  dial_timeout_seconds!: number;
}

@ApiSchema({ name: 'RateLimits', description: SAYS.rateLimits })
export class RateLimitsDto {
  @Nested(() => RateLimitDto, { nullable: true, description: SAYS.read })
  read!: RateLimitDto | null;

  @Nested(() => RateLimitDto, { nullable: true, description: SAYS.write })
  write!: RateLimitDto | null;
}

@ApiSchema({ name: 'Quotas', description: SAYS.quotas })
export class QuotasDto {
  @Integer({ ...BOUNDS.quota, example: 5_000_000, description: SAYS.contacts })
  contacts!: number;

  @Integer({ ...BOUNDS.quota, example: 20_000_000, description: SAYS.members })
  members!: number;

  @Integer({ ...BOUNDS.quota, example: 10_000, description: SAYS.openCalls })
  open_calls!: number;

  @Integer({ ...BOUNDS.quota, example: 1_000_000, description: SAYS.deliveriesWaiting })
  deliveries_waiting!: number;
}

/** A count may exceed every quota that can be set: it has bounds of its own. */
export const COUNT = { min: 0, max: Number.MAX_SAFE_INTEGER } as const;

@ApiSchema({ name: 'WorkspaceUsage', description: 'What the workspace holds now, beside its quotas.' })
export class WorkspaceUseDto {
  @Integer({ ...COUNT, example: 120_000, description: SAYS.contacts })
  contacts!: number;

  @Integer({ ...COUNT, example: 450_000, description: SAYS.members })
  members!: number;

  @Integer({ ...COUNT, example: 12, description: SAYS.openCalls })
  open_calls!: number;

  @Integer({ ...COUNT, example: 3, description: 'Webhook deliveries that are pending or retrying.' })
  deliveries_waiting!: number;
}

/** Refused by the compiler where what is presented and WorkspaceUseDto differ. */
export type PresentedUse = PresentedAs<WorkspaceUseDto, ReturnType<typeof presentUse>>;

@ApiSchema({ name: 'Workspace', description: 'A workspace: everything that one API key can reach.' })
export class WorkspaceDto {
  @UuidField({ description: 'Given by the service.' })
  workspace_id!: string;

  @Text({ ...BOUNDS.name, example: 'Harbour Sales', description: SAYS.name })
  name!: string;

  @Text({ min: 1, max: 100, example: 'Europe/Vienna', description: SAYS.timeZone })
  time_zone!: string;

  @Nested(() => UnlistedDto)
  unlisted!: UnlistedDto;

  @Integer({ ...BOUNDS.lease_seconds, example: 7_200, description: SAYS.lease })
  lease_seconds!: number;

  @Integer({ ...BOUNDS.wrap_up_seconds, example: 600, description: SAYS.wrapUp })
  wrap_up_seconds!: number;

  @Nested(() => RateLimitsDto)
  rate_limits!: RateLimitsDto;

  @Nested(() => QuotasDto)
  quotas!: QuotasDto;

  @Integer({ ...KEEP_DAYS, example: 90, description: SAYS.callsKeepDays })
  calls_keep_days!: number | null;

  @Integer({ ...KEEP_DAYS, example: 30, description: SAYS.deliveriesKeepDays })
  deliveries_keep_days!: number | null;

  @ListOf(() => ContactWindowDto, { ...WINDOWS, example: null, description: SAYS.contactWindows })
  contact_windows!: ContactWindowDto[] | null;

  @UuidField({ nullable: true, example: null, description: SAYS.callingHours })
  calling_hours_id!: string | null;

  @AttributeNameList({ ...SEARCHABLE, description: `${SAYS.searchable} In the order of the alphabet.` })
  searchable_attributes!: string[];

  @BooleanField({ example: false, description: SAYS.writesPaused })
  writes_paused!: boolean;

  @BooleanField({ example: false, description: SAYS.arriving })
  arriving!: boolean;

  @InstantField({ description: 'When it was created.' })
  created_at!: string;

  @InstantField({ description: 'When it was last changed; at first when it was created.' })
  updated_at!: string;
}

/** Refused by the compiler where what is presented and WorkspaceDto differ. */
export type PresentedWorkspace = PresentedAs<WorkspaceDto, ReturnType<typeof presentWorkspace>>;

@ApiSchema({ name: 'ListedWorkspace', description: 'A workspace with what it holds.' })
export class ListedWorkspaceDto extends WorkspaceDto {
  @Nested(() => WorkspaceUseDto)
  use!: WorkspaceUseDto;
}

/** Refused by the compiler where what is presented and ListedWorkspaceDto differ. */
export type PresentedListedWorkspace = PresentedAs<ListedWorkspaceDto, ListedWorkspace>;

@ApiSchema({ name: 'WorkspaceResponse', description: 'One workspace.' })
export class WorkspaceAnswer extends OkAnswer {
  @Nested(() => WorkspaceDto)
  workspace!: WorkspaceDto;
}

/** Refused by the compiler where what a request is answered with and WorkspaceAnswer differ. */
export type PresentedWorkspaceAnswer = PresentedAs<
  WorkspaceAnswer,
  AnsweredBy<typeof createWorkspace | typeof decideChangeWorkspace>
>;

@ApiSchema({ name: 'WorkspaceDeletedResponse', description: 'The workspace is gone.' })
export class WorkspaceDeletedAnswer extends DeletedAnswer {
  @UuidField({ description: 'Of the workspace that was deleted.' })
  workspace_id!: string;
}

/** Refused by the compiler where what a request is answered with and WorkspaceDeletedAnswer differ. */
export type PresentedDeletion = PresentedAs<WorkspaceDeletedAnswer, AnsweredBy<typeof deleteWorkspace>>;

@ApiSchema({ name: 'ListedWorkspaceResponse', description: 'One workspace with what it holds.' })
export class ListedWorkspaceAnswer extends OkAnswer {
  @Nested(() => ListedWorkspaceDto)
  workspace!: ListedWorkspaceDto;
}

@ApiSchema({ name: 'WorkspacePage', description: 'A page of workspaces.' })
export class WorkspacesAnswer extends PageAnswer {
  @ListOf(() => ListedWorkspaceDto, { min: 0, max: 200, description: 'In the order of their creation.' })
  workspaces!: ListedWorkspaceDto[];
}

@ApiSchema({ name: 'SigningSecretResponse', description: 'A signing secret, shown this once.' })
export class SigningSecretAnswer extends OkAnswer {
  @Text({
    min: 50,
    max: 50,
    description: '`whsec_` and the base64 of 32 bytes. Not shown again.',
    example: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
  })
  signing_secret!: string;
}

/** Refused by the compiler where what a request is answered with and SigningSecretAnswer differ. */
export type PresentedSigningSecret = PresentedAs<SigningSecretAnswer, AnsweredBy<typeof rotateSigningSecret>>;

@ApiSchema({ name: 'ResealedSecretsPage', description: 'What became of the signing secrets of a page of workspaces.' })
export class ResealedAnswer extends PageAnswer {
  @Integer({ ...COUNT, example: 12, description: 'Secrets that were sealed under an older key.' })
  resealed!: number;

  @Integer({
    ...COUNT,
    example: 0,
    description: 'Secrets that have not expired and that no key of SECRETS_KEY opens: left as they are.',
  })
  unopened!: number;

  @Integer({ ...COUNT, example: 3, description: 'Workspaces whose personal keys were wrapped under an older key.' })
  rewrapped!: number;

  @Integer({
    ...COUNT,
    example: 0,
    description: 'Workspaces of whose personal keys no key of SECRETS_KEY unwraps some: left as they are.',
  })
  not_unwrapped!: number;

  @Integer({
    ...COUNT,
    example: 0,
    description:
      'Workspaces of the page that could not be written now, such as one that waits for an event that this version ' +
      'cannot read: reseal again later. Their secrets are in neither of the other counts.',
  })
  workspaces_waiting!: number;
}
