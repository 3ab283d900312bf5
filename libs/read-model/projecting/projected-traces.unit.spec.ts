import { callersStep, recorded } from '#kernel/testing';
import type { FollowedEvent } from '#event-store';
import type { Position } from '#kernel';
import { ProjectedTraces } from './projected-traces.js';

const NOW = Date.parse('2030-01-01T12:00:00.000Z');
const HOUR = 3_600_000;

function followed(traceparent: string | undefined, age = 0): FollowedEvent {
  const at = new Date(NOW - age).toISOString();
  const event = recorded({ type: 'ListMade', data: {} }, 0, { workspaceId: 'w', at });
  const metadata = { ...event.metadata, ...(traceparent !== undefined && { traceparent }) };
  return { ...event, position: '1' as Position, metadata };
}

describe('the traces of a commit', () => {
  let monotonic = 0;
  const traces = new ProjectedTraces({ clock: { now: () => NOW }, monotonic: () => monotonic });
  const committed = (events: readonly FollowedEvent[]) => {
    traces.begin();
    monotonic += 1.5;
    return traces.committed(events);
  };

  it('are told once each, with the number of their events and the time of the commit', () => {
    const [one, other] = [callersStep(1), callersStep(2)];
    const times = { begunAt: NOW, endedAt: NOW + 1.5 };
    expect(committed([followed(one), followed(undefined), followed(other), followed(one)])).toEqual({
      traces: [
        { traceparent: one, events: 2, ...times },
        { traceparent: other, events: 1, ...times },
      ],
    });
  });

  it('are no part of a report without any', () => {
    expect(committed([followed(undefined)])).toEqual({});
  });

  it('end an hour after their events: a rebuild is no part of a request', () => {
    expect(committed([followed(callersStep(), HOUR)]).traces).toHaveLength(1);
    expect(committed([followed(callersStep(), HOUR + 1)])).toEqual({});
  });

  it('are 64 at most, whose events are all counted', () => {
    const events = Array.from({ length: 200 }, (_, n) => followed(callersStep(n % 100)));
    expect(committed(events).traces!.map((trace) => trace.events)).toEqual(Array.from({ length: 64 }, () => 2));
  });

  it('are not asked of an event that cannot be read', () => {
    const { stream, revision, position, type } = followed(undefined);
    const unreadable = { stream, revision, position: position!, type, workspaceId: 'w', unreadable: 'no JSON' };
    expect(committed([unreadable])).toEqual({});
  });
});
