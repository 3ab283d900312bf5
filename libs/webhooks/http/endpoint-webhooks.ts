import type { Type } from '@nestjs/common';
import type { WebhookOptions } from '#http';
import { type EndpointEventType, TEST_EVENT } from '../domain/index.js';
import { AddedNumberData } from './added-number.dto.js';
import { DueCallbackData } from './due-callback.dto.js';
import {
  CallOutcomeData,
  CompletedCallData,
  DispatchedCallData,
  DrainedListData,
  EndedCallData,
  ExhaustedMemberData,
  FinishedImportData,
  messageDto,
  MovedMemberData,
  PausedEndpointData,
  TestData,
} from './endpoint-messages.dto.js';
import { EVERY_MESSAGE } from './webhooks.js';

/** A message in the reference: the name of its schema, what it tells, and its data. */
type Told = readonly [name: string, summary: string, description: string, data: Type];

const MESSAGES: Readonly<Record<EndpointEventType | typeof TEST_EVENT, Told>> = {
  'call.dispatched': [
    'CallDispatchedMessage',
    'A call was dispatched',
    'The queue has begun a call.',
    DispatchedCallData,
  ],
  'call.ended': ['CallEndedMessage', 'A call was ended', 'A client has ended a call.', EndedCallData],
  'call.lost': [
    'CallLostMessage',
    'A call was lost',
    'The lease of a call has expired, and the service has ended it. There is no call.ended of it.',
    EndedCallData,
  ],
  'call.completed': [
    'CallCompletedMessage',
    'A call was completed',
    'A call awaits no disposition any more.',
    CompletedCallData,
  ],
  'outcome.applied': [
    'CallOutcomeMessage',
    'An outcome was applied',
    'An outcome, an action or a disposition, was applied to a call.',
    CallOutcomeData,
  ],
  'member.exhausted': [
    'MemberExhaustedMessage',
    'A member is exhausted',
    'A call was completed that was the last attempt which its contact had from the list.',
    ExhaustedMemberData,
  ],
  'member.moved': [
    'MemberMovedMessage',
    'A member was moved',
    'A member was taken off one list for another, by an outcome or because it had no attempts left.',
    MovedMemberData,
  ],
  'list.drained': [
    'ListDrainedMessage',
    'A list is drained',
    'No member of a list will be called any more, unless a request changes something: no call from it is open, and each of its members has used up its attempts, or all have left. Sent once each time that a list becomes so.',
    DrainedListData,
  ],
  'callback.due': [
    'CallbackDueMessage',
    'A callback is due',
    'The instant has come from which on a member may be called back, or by its owner alone at first. Sent once each time that a callback was set, not when it is set; a paused list or a barred number does not delay it. Nothing is sent of one that was called, replaced or cleared before.',
    DueCallbackData,
  ],
  'do_not_call.added': [
    'DoNotCallAddedMessage',
    'A number was barred',
    'A number was added to the do-not-call register, by a request or by an outcome. Sent once for each number; nothing is sent where an entry that counts gets another reason or expiry, or is removed.',
    AddedNumberData,
  ],
  'import.finished': [
    'ImportFinishedMessage',
    'An import is finished',
    'Every row of the file of an import is done, the refused ones included.',
    FinishedImportData,
  ],
  'endpoint.paused': [
    'EndpointPausedMessage',
    'Another endpoint was paused',
    'Every attempt to reach another endpoint of the workspace has failed for days. It is sent to again once it is resumed.',
    PausedEndpointData,
  ],
  [TEST_EVENT]: [
    'EndpointTestMessage',
    'An endpoint is tried out',
    'Sent on request, whatever the endpoint has subscribed to. No event is behind it: `event_id` is the id of its first delivery.',
    TestData,
  ],
};

const SENT =
  'Sent to every endpoint that subscribed to it before the event, signed with the secret of the endpoint, and otherwise like the webhook of an action: tried again, answered, and perhaps overtaken by later ones.';

/** The catalogue of messages to endpoints, for the reference (docs/reference/http-contract.md#webhook-endpoints). */
export const ENDPOINT_WEBHOOKS: readonly WebhookOptions[] = Object.entries(MESSAGES).map(
  ([type, [name, summary, description, data]]) => ({
    ...EVERY_MESSAGE,
    name: `endpoint/${type}`,
    operationId: `receive${name.replace(/Message$/, '')}`,
    summary,
    description: `${description}\n\n${SENT}`,
    body: messageDto(name, type, data),
  }),
);
