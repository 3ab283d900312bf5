import type { Api } from '../../support/api.js';
import type { Answer } from '../../support/http.js';
import { shareService } from '../../support/shared.js';
import { until } from '../../support/until.js';
import { TestWorkspace } from '../../support/workspace.js';

const CLOCK = { TEST_CLOCK: '1', NODE_ENV: 'test' };
const service = shareService({ env: CLOCK });
const put = (now: string | null): Promise<Answer> =>
  service().admin.send({ method: 'PUT', path: '/admin/clock', json: { now } });

// 15:00 in UTC, 16:00 in Vienna, 20:45 in Kathmandu.
const T = '2030-01-10T15:00:00.000Z';
const [AN_HOUR, A_YEAR] = [3_600, 31_536_000];

afterEach(() => put(null));

/** A workspace that dials no contact without a list, and two contacts. */
async function dialing(unlisted: object = { enabled: false }) {
  await put(T);
  const workspace = await TestWorkspace.make(service(), { unlisted });
  const contacts = (await workspace.contacts(2)).map(({ contact_id }) => contact_id);
  return { workspace, api: workspace.api, contacts };
}

/** A list of both contacts, with one unsuccessful attempt each. */
async function calledList(api: Api, contacts: readonly string[], settings: object): Promise<string> {
  const { smart_list_id } = await api.createList(settings);
  await api.addMembers(
    smart_list_id,
    contacts.map((contact_id) => ({ contact_id })),
  );
  await callAll(api);
  return smart_list_id;
}

async function callAll(api: Api): Promise<void> {
  const calls = await api.next(2);
  expect(calls).toHaveLength(2);
  await Promise.all(calls.map(({ call_id }) => api.endCall(call_id, 'busy')));
}

const next = async (api: Api): Promise<readonly string[]> => (await api.preview(3)).map(({ contact_id }) => contact_id);

/**
 * Expects a preview as soon as a change of settings is answered, or a little later if the answer has Projection-Lag: it
 * did not wait for re-indexing.
 */
async function after(api: Api, change: Promise<Answer>, expected: readonly string[]): Promise<void> {
  const answer = await change;
  expect(answer.status).toBe(200);
  const isSo = async () => JSON.stringify(await next(api)) === JSON.stringify(expected);
  if (answer.headers['projection-lag'] !== undefined) await until('the queue has caught up', isSo);
  expect(await next(api)).toEqual(expected);
}

describe('the preview, as soon as a change of settings is answered', () => {
  it('[dialing eligibility] follows a longer and a shorter retry gap', async () => {
    const { workspace, api, contacts } = await dialing();
    const list = await calledList(api, contacts, { min_retry_seconds: A_YEAR });
    const change = (body: object) => workspace.client.patch(`/smart-lists/${list}`, body);
    await after(api, change({ min_retry_seconds: AN_HOUR }), []);
    await after(api, change({ min_retry_seconds: 0 }), contacts);
    await after(api, change({ min_retry_seconds: AN_HOUR }), []);
    await put('2030-01-10T16:00:00.000Z');
    expect(await next(api)).toEqual(contacts);
  });

  it('[dialing eligibility] follows gaps by result', async () => {
    const { workspace, api, contacts } = await dialing();
    const list = await calledList(api, contacts, { min_retry_seconds: A_YEAR });
    const change = (body: object) => workspace.client.patch(`/smart-lists/${list}`, body);
    await after(api, change({ retry_seconds: { busy: 0 } }), contacts);
    await after(api, change({ retry_seconds: { answered: 0 } }), []);
    await after(api, change({ retry_seconds: { busy: AN_HOUR } }), []);
    await put('2030-01-10T16:00:00.000Z');
    expect(await next(api)).toEqual(contacts);
    await after(api, change({ retry_seconds: null }), []);
  });

  it('[dialing eligibility] follows windows', async () => {
    const { workspace, api, contacts } = await dialing();
    const list = await calledList(api, contacts, {
      min_retry_seconds: 0,
      attempt_windows: [{ attempts: 1, hours: 2 }],
    });
    const change = (body: object) => workspace.client.patch(`/smart-lists/${list}`, body);
    expect(await next(api)).toEqual([]);
    const { progress } = await workspace.client.read<{ progress: { members: object } }>(
      `/smart-lists/${list}/progress`,
    );
    expect(progress.members).toMatchObject({ waiting_window_cap: 2, waiting_retry_gap: 0, queued: 0 });
    await after(api, change({ attempt_windows: null }), contacts);
    await after(api, change({ attempt_windows: [{ attempts: 1, hours: 1 }] }), []);
    await put('2030-01-10T16:00:00.000Z');
    expect(await next(api)).toEqual(contacts);
    await after(
      api,
      change({
        attempt_windows: [
          { attempts: 2, hours: 1 },
          { attempts: 1, hours: 24 },
        ],
      }),
      [],
    );
  });

  it('[dialing eligibility] follows higher and lower caps', async () => {
    const { workspace, api, contacts } = await dialing();
    const list = await calledList(api, contacts, { min_retry_seconds: 0, max_attempts_per_day: 1 });
    const change = (body: object) => workspace.client.patch(`/smart-lists/${list}`, body);
    await after(api, change({ max_attempts_per_day: 2 }), contacts);
    await after(api, change({ max_attempts_total: 1 }), []);
    await after(api, change({ max_attempts_total: 0 }), []);
    await after(api, change({ max_attempts_total: 2 }), contacts);
    await after(api, change({ max_attempts_per_day: 1, max_attempts_total: null }), []);
    await put('2030-01-10T23:00:00.000Z');
    expect(await next(api)).toEqual(contacts);
  });

  it('[dialing terms] follows the midnights of a new time zone', async () => {
    const { workspace, api, contacts } = await dialing();
    await calledList(api, contacts, { min_retry_seconds: 0, max_attempts_per_day: 1 });
    await put('2030-01-10T18:15:00.000Z');
    expect(await next(api)).toEqual([]);
    const change = (time_zone: string) => service().admin.patch(`/admin/workspaces/${workspace.id}`, { time_zone });
    await after(api, change('Asia/Kathmandu'), contacts);
    await after(api, change('Europe/Vienna'), []);
    await put('2030-01-10T23:00:00.000Z');
    expect(await next(api)).toEqual(contacts);
  });

  it('[dialing the-next-contact] follows new settings for contacts without a list', async () => {
    const settings = { enabled: true, max_attempts_per_day: null, min_retry_seconds: A_YEAR };
    const { workspace, api, contacts } = await dialing(settings);
    await callAll(api);
    const change = (unlisted: object) => service().admin.patch(`/admin/workspaces/${workspace.id}`, { unlisted });
    await after(api, change({ min_retry_seconds: 0 }), contacts);
    await after(api, change({ max_attempts_total: 1 }), []);
    await after(api, change({ max_attempts_total: null, max_attempts_per_day: 1 }), []);
    await after(api, change({ max_attempts_per_day: 2 }), contacts);
  });
});
