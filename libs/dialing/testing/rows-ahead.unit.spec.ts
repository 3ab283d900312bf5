import { type Decide, EventSchemas } from '#kernel';
import { TEST_WORKSPACE } from '#kernel/testing';
import { CONTACT_SCHEMAS, CONTACTS, importContacts } from '#contacts/domain';
import { MEMBER_SCHEMAS } from '#members/domain';
import { SMART_LIST_SCHEMAS } from '#smart-lists/domain';
import { idempotencyProjection, WORKSPACE_HEAD_SCHEMAS } from '#workspace-head';
import { WORKSPACES_SCHEMAS } from '#workspaces/domain';
import { type SentCommand, type ToyProcess, ToyWorld } from '../../workspace-head/testing/process.js';
import { settled } from '../../workspace-head/testing/scheduler.js';
import { DIALING_SCHEMAS } from '../domain/calls/call-events.js';
import { dispatchNext, previewNext } from '../domain/queue/dispatch.js';
import { UNLISTED } from '../domain/queue/unlisted.js';
import { ANN, CALL, PHONE, projections, workspaceCreated } from './past.js';

const SCHEMAS = new EventSchemas(
  [
    WORKSPACE_HEAD_SCHEMAS,
    WORKSPACES_SCHEMAS,
    CONTACT_SCHEMAS,
    SMART_LIST_SCHEMAS,
    MEMBER_SCHEMAS,
    DIALING_SCHEMAS,
  ].flat(),
);
const WORKSPACE = { workspaceId: TEST_WORKSPACE };

describe('a dispatch on rows ahead of the head', () => {
  it('dials a contact whose queue position is written, and whose own row is not yet', async () => {
    const world = new ToyWorld([...projections, idempotencyProjection], SCHEMAS);
    const [first, second] = [world.process(), world.process()];
    const run = async (process: ToyProcess, decide: Decide): Promise<SentCommand> => {
      const sent = process.sendDecision(decide, WORKSPACE);
      await settled();
      await world.projector.catchUp();
      await settled();
      return sent;
    };
    await run(first, () => ({ events: [workspaceCreated], answer: () => ({ status: 201, body: {} }) }));
    await run(second, previewNext(1));
    // The head of the second process has not loaded this import.
    first.sendDecision(importContacts([{ contactId: ANN, phone: PHONE }]), WORKSPACE);
    await settled();
    await world.projector.writeAhead(1, [UNLISTED]);
    expect(await world.projector.reader().getMany(CONTACTS, [[TEST_WORKSPACE, ANN]])).toEqual([undefined]);
    const sent = await run(second, dispatchNext([CALL]));
    expect(sent.result?.answer.body ?? sent.refused).toMatchObject({ calls: [{ call_id: CALL, phone: PHONE }] });
  });
});
