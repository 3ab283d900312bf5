import { START } from '../support/log.js';
import { expectOnlyReads, expectWrites, OTHER_CLOCK, turnClock } from '../support/other-clock.js';
import { startService } from '../support/service.js';
import { TestWorkspace } from '../support/workspace.js';

describe('a service whose clock is set an hour ahead', () => {
  it('refuses reads and writes, ends no call, and works again as soon as the clock is right', async () => {
    const service = await startService({ main: OTHER_CLOCK });
    const workspace = await TestWorkspace.make(service);
    const { call_id: callId } = await workspace.call();
    turnClock(service);
    await expectOnlyReads(service, workspace);
    turnClock(service);
    await expectWrites(service, workspace);
    expect((await workspace.api.heartbeat(callId)).call_id).toBe(callId);
    expect((await service.log.after(START)).filter(({ type }) => type === 'CallEnded')).toEqual([]);
    await service.stop();
  }, 120_000);
});
