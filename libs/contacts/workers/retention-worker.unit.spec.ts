import { UnavailableError, type DomainEvent } from '#kernel';
import { testId as id } from '#kernel/testing';
import type { DeliveryEvent } from '#webhooks/domain';
import { settled } from '#workers/testing';
import { WORKSPACE_DEFAULTS, WORKSPACES } from '#workspaces/domain';
import { ANN, AroundErasures, PHONE } from '../testing/around-erasures.js';
import { RetentionWorker } from './retention-worker.js';

const [DELIVERED, RETRYING, PENDING, CALL] = [id(31), id(32), id(33), id(21)] as const;
const [HOUR, DAY] = [3_600, 86_400];
const event = (type: string, data: object): DomainEvent => ({ type, data });
const keeping = (changes: object): DomainEvent => event('WorkspaceChanged', { changes });
const BOTH_A_DAY = { calls_keep_days: 1, deliveries_keep_days: 1 };
const EXPIRED = ['2030-01-03', '2030-01-03'];
const OF_ALL = ['all answers before 2029-12-27', 'all responses before 2029-12-05'];
const OF_IT = ['calls', 'deliveries', 'responses'].map((kind) => `own ${kind} before 2030-01-03`);

const attempted = (delivery_id: string, next_attempt_at: string | null): DeliveryEvent => {
  const attempt = { at: '', status: 200, duration_ms: 1, resolved_ip: null, response_body: PHONE, error: null };
  return {
    type: 'DeliveryAttempted',
    data: { delivery_id, attempt, delivered: next_attempt_at === null, next_attempt_at },
  };
};
const called = event('CallRegistered', {
  ...{ call_id: CALL, contact_id: ANN, phone: PHONE, lease_expires_at: '2030-01-09T00:00:00.000Z' },
});

/** A workspace of 2030-01-01 with three deliveries of that day, three days later. */
async function around(settings: object = BOTH_A_DAY): Promise<AroundErasures> {
  const made = new AroundErasures();
  const created = event('WorkspaceCreated', { name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS });
  await made.happened(created, keeping(settings));
  await made.delivery(DELIVERED, attempted(DELIVERED, null));
  await made.delivery(RETRYING, attempted(RETRYING, '2030-01-02T01:00:00.000Z'));
  await made.delivery(PENDING);
  made.setClock(3 * DAY);
  return made;
}

async function started(made: AroundErasures): Promise<RetentionWorker> {
  const worker = new RetentionWorker(made);
  worker.start();
  await settled();
  return worker;
}

/** The days before which the calls, and the deliveries, have ended. */
const expired = (made: AroundErasures) => {
  const { calls_expired_before, deliveries_expired_before } = made.workspace.all(WORKSPACES)[0]!;
  return [calls_expired_before, deliveries_expired_before];
};
const statuses = (made: AroundErasures) => made.deliveries().map(({ status }) => status);

it('ends what a workspace keeps no longer: an event, cancelled deliveries, then the keys', async () => {
  const made = await around();
  const seen: string[] = [];
  made.beforeWrite = async () => {
    seen.push(`${expired(made)[0]} ${statuses(made).filter((each) => each === 'cancelled').length}`);
  };
  const worker = await started(made);
  expect(expired(made)).toEqual(EXPIRED);
  expect(statuses(made)).toEqual(['delivered', 'cancelled', 'cancelled']);
  expect(made.log.slice(-2).map(({ data, metadata }) => [data, metadata.actor])).toEqual(
    [PENDING, RETRYING].map((delivery_id) => [
      { delivery_id, reason: 'expired' },
      { kind: 'system', id: 'retention' },
    ]),
  );
  expect(made.shreddedDays).toEqual([...OF_ALL, ...OF_IT]);
  // Of all workspaces twice, the event, the calls; the deliveries are cancelled before the keys of their days go.
  expect(seen).toEqual([
    ...['null 0', 'null 0', 'null 0', '2030-01-03 0', '2030-01-03 0', '2030-01-03 1', '2030-01-03 2', '2030-01-03 2'],
  ]);
  await worker.stop();
});

it('repeats the shredding hourly, and tells of each day once', async () => {
  const made = await around();
  const { revision } = made.workspace;
  const worker = await started(made);
  await made.pass((HOUR - 1) * 1_000);
  expect(made.shreddedDays).toHaveLength(5);
  await made.pass(15_000);
  expect(made.shreddedDays).toEqual([...OF_ALL, ...OF_IT, ...OF_ALL, ...OF_IT]);
  expect(made.workspace.revision).toBe(revision + 1);
  made.setClock(4 * DAY);
  await made.pass(15_000);
  expect(expired(made)).toEqual(['2030-01-04', '2030-01-04']);
  await worker.stop();
});

it('leaves the rest of its work to the next process wherever it is killed', async () => {
  for (let last = 0; last < 8; last += 1) {
    const made = await around();
    let writes = 0;
    made.beforeWrite = async () => {
      writes += 1;
      if (writes > last) throw new UnavailableError('The process was killed.');
    };
    const killed = await started(made);
    await killed.stop();
    expect(writes).toBeGreaterThan(last);
    made.beforeWrite = () => Promise.resolve();
    const next = await started(made);
    expect(expired(made)).toEqual(EXPIRED);
    expect(statuses(made)).toEqual(['delivered', 'cancelled', 'cancelled']);
    expect(made.shreddedDays).toEqual(expect.arrayContaining([...OF_ALL, ...OF_IT]));
    await next.stop();
  }
});

it('shreds nothing of a workspace that keeps everything, nor of one whose days are not over', async () => {
  const made = await around({});
  await (await started(made)).stop();
  expect([made.shreddedDays, expired(made), made.commands]).toEqual([OF_ALL, [null, null], []]);
  const young = await around({ calls_keep_days: 3 });
  await (await started(young)).stop();
  expect([young.shreddedDays, expired(young), statuses(young)]).toEqual([
    ...[OF_ALL, [null, null], ['delivered', 'retrying', 'pending']],
  ]);
});

it('keeps the day of an open call, until it is completed', async () => {
  const made = await around();
  made.workspace.append([called], '2030-01-05T12:00:00.000Z');
  await made.show();
  made.setClock(20 * DAY);
  const worker = await started(made);
  expect(expired(made)).toEqual(['2030-01-05', '2030-01-20']);
  const party = { call_id: CALL, contact_id: ANN, smart_list_id: null, member_number: null };
  await made.happened(event('CallCompleted', { ...party, by: 'end' }));
  await made.pass(HOUR * 1_000);
  expect(expired(made)).toEqual(['2030-01-20', '2030-01-20']);
  await worker.stop();
});

it('does nothing by a clock that is wrong', async () => {
  const made = await around();
  const clock = {
    now: () => {
      throw new UnavailableError('The clock is wrong.');
    },
  };
  const worker = new RetentionWorker(Object.assign(Object.create(made) as AroundErasures, { clock }));
  worker.start();
  await settled();
  await made.pass(60_000);
  expect([made.shreddedDays, made.commands]).toEqual([[], []]);
  await worker.stop();
});
