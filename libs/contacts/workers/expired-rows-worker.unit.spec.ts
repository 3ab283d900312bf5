import { DIALING_PROJECTIONS } from '#dialing';
import { CALLS } from '#dialing/domain';
import { UnavailableError, type DomainEvent } from '#kernel';
import { TEST_WORKSPACE, testId as id } from '#kernel/testing';
import { type Amendment, PersonalRows } from '#read-model';
import { WEBHOOKS_PROJECTIONS } from '#webhooks';
import { DELIVERIES, type DeliveryEvent } from '#webhooks/domain';
import { settled } from '#workers/testing';
import { WORKSPACE_DEFAULTS } from '#workspaces/domain';
import { EXPIRED_ROWS, nothingBlanked } from '../domain/index.js';
import { ANN, AroundErasures, PHONE } from '../testing/around-erasures.js';
import { type ExpiredRowsPorts, ExpiredRowsWorker } from './expired-rows-worker.js';

const DAY = 86_400;
const PASS_MS = 600_000;
const event = (type: string, data: object): DomainEvent => ({ type, data });
const expired = (calls_before: string | null, deliveries_before: string | null) =>
  event('PersonalDataExpired', { calls_before, deliveries_before });
const attempted = (delivery_id: string, at: string, next_attempt_at: string | null): DeliveryEvent => {
  const attempt = { at, status: 200, duration_ms: 1, resolved_ip: null, response_body: PHONE, error: null };
  return {
    type: 'DeliveryAttempted',
    data: { delivery_id, attempt, delivered: next_attempt_at === null, next_attempt_at },
  };
};

async function around(): Promise<AroundErasures> {
  const made = new AroundErasures();
  await made.happened(event('WorkspaceCreated', { name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS }));
  return made;
}

/** A call of a day of January 2030. */
async function called(made: AroundErasures, call_id: string, day: number, isOpen = false): Promise<void> {
  const at = `2030-01-0${day}T12:00:00.000Z`;
  const party = { call_id, contact_id: ANN, smart_list_id: null, member_number: null };
  const begun = { call_id, contact_id: ANN, phone: PHONE, lease_expires_at: '2030-02-01T00:00:00.000Z' };
  const completed = [
    event('CallEnded', { ...party, result: 'answered', dispatched_at: at, wrap_up_expires_at: null }),
    event('CallCompleted', { ...party, by: 'end' }),
  ];
  made.workspace.append([event('CallRegistered', begun), ...(isOpen ? [] : completed)], at);
  await made.show();
}

async function started(made: AroundErasures, cacheWriter = made.cacheWriter): Promise<ExpiredRowsWorker> {
  const { progress, timers, clock, readModel, ids } = made;
  const worker = new ExpiredRowsWorker({ progress, timers, clock, readModel, cacheWriter, ids });
  worker.start();
  await settled();
  return worker;
}

const phones = async (made: AroundErasures, ...ids: readonly string[]) =>
  (
    await made.readModel.getMany(
      CALLS,
      ids.map((each) => [TEST_WORKSPACE, each]),
    )
  ).map((row) => row!.phone);

/** The message and the responses of deliveries. */
const shown = async (made: AroundErasures, ...ids: readonly string[]) =>
  (
    await made.readModel.getMany(
      DELIVERIES,
      ids.map((each) => [TEST_WORKSPACE, each]),
    )
  ).map((row) => [row!.body, ...row!.attempts.map(({ response_body }) => response_body)]);

describe('calls', () => {
  it('of days that have ended have no phone; later ones do', async () => {
    const made = await around();
    for (const day of [1, 2, 3]) await called(made, id(day), day);
    await made.happened(expired('2030-01-03', null));
    made.setClock(4 * DAY);
    const worker = await started(made);
    expect(await phones(made, id(1), id(2), id(3))).toEqual([null, null, PHONE]);
    await worker.stop();
  });

  it('are blanked in any number, and visited once, also by the next process', async () => {
    const made = await around();
    const ids = Array.from({ length: 401 }, (_, n) => id(1_000 + n));
    for (const call of ids) await called(made, call, 1);
    await made.happened(expired('2030-01-03', null));
    const worker = await started(made);
    expect(new Set(await phones(made, ...ids))).toEqual(new Set([null]));
    const pages = made.pages.filter((name) => name === CALLS.name).length;
    await made.pass(PASS_MS);
    await worker.stop();
    await (await started(made)).stop();
    expect([pages, made.pages.filter((name) => name === CALLS.name).length]).toEqual([3, 3]);
  });

  it('are blanked again in rows that took the place of those, by the same process', async () => {
    const made = await around();
    await called(made, id(1), 1);
    await made.happened(expired('2030-01-03', null));
    const worker = await started(made);
    await made.show();
    await made.cacheWriter.putRows([
      { collection: EXPIRED_ROWS, key: [TEST_WORKSPACE], document: nothingBlanked(TEST_WORKSPACE) },
    ]);
    expect(await phones(made, id(1))).toEqual([PHONE]);
    await made.pass(PASS_MS);
    expect(await phones(made, id(1))).toEqual([null]);
    await worker.stop();
  });

  it('are blanked in rows that took the place of those in the middle of a pass', async () => {
    const made = await around();
    await called(made, id(1), 1);
    await made.happened(expired('2030-01-03', null));
    await (await started(made)).stop();
    await called(made, id(2), 2);
    await made.happened(expired('2030-01-04', null));
    const amendRows = made.cacheWriter.amendRows;
    let isExchanged = false;
    const cacheWriter: ExpiredRowsPorts['cacheWriter'] = {
      ...made.cacheWriter,
      amendRows: async (changes) => {
        const amended = await amendRows(changes);
        if (!isExchanged) await made.exchange();
        isExchanged = true;
        return amended;
      },
    };
    const worker = await started(made, cacheWriter);
    expect(await phones(made, id(1), id(2))).toEqual([PHONE, PHONE]);
    await made.pass(PASS_MS);
    expect(await phones(made, id(1), id(2))).toEqual([null, null]);
    await worker.stop();
  });

  it('are blanked again from the first one where nothing says in which rows they were', async () => {
    const made = await around();
    await called(made, id(1), 1);
    await made.happened(expired('2030-01-03', null));
    const document = { ...nothingBlanked(TEST_WORKSPACE), calls_before: '2030-01-03', calls_to: 9 };
    await made.cacheWriter.putRows([{ collection: EXPIRED_ROWS, key: [TEST_WORKSPACE], document }]);
    const worker = await started(made);
    expect(await phones(made, id(1))).toEqual([null]);
    await worker.stop();
  });

  it('are blanked by the next process where this one is killed before', async () => {
    for (let last = 0; last < 3; last += 1) {
      const made = await around();
      await called(made, id(1), 1);
      await made.happened(expired('2030-01-03', null));
      let writes = 0;
      made.beforeWrite = async () => {
        writes += 1;
        if (writes > last) throw new UnavailableError('The process was killed.');
      };
      await (await started(made)).stop();
      expect(writes).toBe(last + 1);
      made.beforeWrite = () => Promise.resolve();
      await (await started(made)).stop();
      expect(await phones(made, id(1))).toEqual([null]);
    }
  });
});

it('every amendment of the worker counts as one that may erase: copies of the rows are not kept', async () => {
  const made = await around();
  const [message, responses] = [id(31), id(32)];
  await called(made, id(1), 1);
  await made.delivery(message, attempted(message, '2030-01-01T01:00:00.000Z', null));
  await made.happened(expired('2030-01-03', '2030-01-03'));
  made.setClock(31 * DAY);
  await made.delivery(responses, attempted(responses, '2030-01-01T01:00:00.000Z', null));
  const amendments: Amendment[] = [];
  const { amendRows } = made.cacheWriter;
  const cacheWriter: ExpiredRowsPorts['cacheWriter'] = {
    ...made.cacheWriter,
    amendRows: (changes) => {
      amendments.push(...changes.filter(({ collection }) => collection.name !== EXPIRED_ROWS.name));
      return amendRows(changes);
    },
  };
  const worker = await started(made, cacheWriter);
  const fields = amendments.flatMap(({ collection, set }) =>
    Object.keys(set).map((field) => `${collection.name} ${field}`),
  );
  const projections = [...DIALING_PROJECTIONS, ...WEBHOOKS_PROJECTIONS];
  const named = projections.flatMap(({ collection, blankedFields = [] }) =>
    blankedFields.map((field) => `${collection.name} ${field}`),
  );
  expect(new Set(fields)).toEqual(new Set(named));
  const ofCalls = ['calls phone', 'calls notes', 'calls recording_url', 'calls dialed_number'];
  expect(named).toEqual([...ofCalls, 'deliveries body', 'deliveries attempts']);
  const personal = new PersonalRows(projections);
  expect(amendments.filter((amendment) => !personal.maybeErasedBy(amendment))).toEqual([]);
  await worker.stop();
});

describe('deliveries', () => {
  const [FINAL, OPEN, LATE] = [id(31), id(32), id(33)] as const;

  it('of days that have ended have neither message nor responses, once they are final', async () => {
    const made = await around();
    await made.delivery(FINAL, attempted(FINAL, '2030-01-01T01:00:00.000Z', null));
    await made.delivery(OPEN, attempted(OPEN, '2030-01-01T01:00:00.000Z', '2030-01-02T00:00:00.000Z'));
    await made.happened(expired(null, '2030-01-03'));
    made.setClock(4 * DAY);
    const worker = await started(made);
    expect(await shown(made, FINAL, OPEN)).toEqual([
      [null, null],
      [PHONE, PHONE],
    ]);
    made.log.push({
      ...made.log.at(-1)!,
      ...{ type: 'DeliveryCancelled', data: { delivery_id: OPEN, reason: 'expired' }, revision: 1 },
    });
    await made.show();
    await made.pass(PASS_MS);
    expect(await shown(made, OPEN)).toEqual([[null, null]]);
    await worker.stop();
  });

  it('of days that have ended lose a number that no contact had, too', async () => {
    const made = await around();
    await made.numberDelivery(FINAL, attempted(FINAL, '2030-01-01T01:00:00.000Z', null));
    await made.happened(expired(null, '2030-01-03'));
    made.setClock(4 * DAY);
    const worker = await started(made);
    expect(await shown(made, FINAL)).toEqual([[null, null]]);
    await worker.stop();
  });

  it('of a workspace that keeps them have no responses after 30 days, each attempt by its own day', async () => {
    const made = await around();
    const first = attempted(LATE, '2030-01-01T01:00:00.000Z', '2030-01-02T00:00:00.000Z');
    await made.delivery(LATE, first, attempted(LATE, '2030-01-02T01:00:00.000Z', null));
    made.setClock(31 * DAY - 1);
    const worker = await started(made);
    expect(await shown(made, LATE)).toEqual([[PHONE, PHONE, PHONE]]);
    made.setClock(31 * DAY);
    await made.pass(PASS_MS);
    expect(await shown(made, LATE)).toEqual([[PHONE, null, PHONE]]);
    await made.pass(DAY * 1_000);
    expect(await shown(made, LATE)).toEqual([[PHONE, null, null]]);
    await worker.stop();
  });
});
