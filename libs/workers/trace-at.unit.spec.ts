import { callersStep, recorded, TEST_START } from '#kernel/testing';
import { StoreUnavailableError } from '#event-store';
import { instant } from '#kernel';
import { inTraceAt, tracesIn } from './trace-at.js';

describe('the trace of an item', () => {
  it('stands in its event, at its revision of the stream of the workspace', async () => {
    const requested = recorded({ type: 'DeliveryRequested', data: {} }, 7, { at: instant(TEST_START) });
    const metadata = { ...requested.metadata, traceparent: callersStep() };
    const asked: unknown[] = [];
    const read = async (...what: unknown[]) => {
      asked.push(what);
      return [{ ...requested, metadata }];
    };
    expect(await tracesIn({ read })('w', 7)).toBe(callersStep());
    expect(asked).toEqual([['workspace-w', { from: 7, limit: 1 }]]);
  });

  it('is none where the event cannot be read: its work is done in any case', async () => {
    const read = () => Promise.reject(new StoreUnavailableError('away'));
    expect(await tracesIn({ read })('w', 7)).toBeUndefined();
    expect(await tracesIn({ read: async () => [] })('w', 7)).toBeUndefined();
  });

  it('is that of its command', async () => {
    const context = {
      workspaceId: 'w',
      actor: { kind: 'system', id: 'sweep' },
      correlationId: 'c',
      causationId: 'e',
    } as const;
    expect(await inTraceAt(async () => undefined, context, 7)).toBe(context);
    expect(await inTraceAt(async () => callersStep(), context, 7)).toEqual({ ...context, traceparent: callersStep() });
  });
});
