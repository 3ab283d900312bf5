import { callersStep, recorded, TEST_START } from '#kernel/testing';
import { StoreUnavailableError } from '#event-store';
import { instant } from '#kernel';
import { traceOfRequest } from './delivery-trace.js';

const REQUEST = { workspace_id: 'w', number: 7 };

describe('the trace of a request of a delivery', () => {
  it('stands in its event, at its revision of the stream of the workspace', async () => {
    const requested = recorded({ type: 'DeliveryRequested', data: {} }, 7, { at: instant(TEST_START) });
    const metadata = { ...requested.metadata, traceparent: callersStep() };
    const asked: unknown[] = [];
    const read = async (...what: unknown[]) => {
      asked.push(what);
      return [{ ...requested, metadata }];
    };
    expect(await traceOfRequest({ read }, REQUEST)).toBe(callersStep());
    expect(asked).toEqual([['workspace-w', { from: 7, limit: 1 }]]);
  });

  it('is none where the event cannot be read: the attempt is made in any case', async () => {
    const read = () => Promise.reject(new StoreUnavailableError('away'));
    expect(await traceOfRequest({ read }, REQUEST)).toBeUndefined();
    expect(await traceOfRequest({ read: async () => [] }, REQUEST)).toBeUndefined();
  });
});
