import { Api } from '../support/api.js';
import { createDeployment } from '../support/deployments/create-deployment.js';
import type { Deployment } from '../support/deployments/deployment.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { until } from '../support/until.js';
import { TestWorkspace } from '../support/workspace.js';
import { addAll } from './support/sweeps.js';

const MEMBERS = 3_000;
const AT_ONCE = 50;
const A_YEAR = 31_536_000;

describe('3,000 members that wait for a year, with a kill while a change makes them due now', () => {
  let deployment: Deployment;
  let service: Service;
  let token: string;
  const api = (): Api => new Api(service.client(token));
  let list: string;

  /** Calls all due members once; returns the ids of the contacts. */
  async function callAll(): Promise<readonly string[]> {
    const contacts: string[] = [];
    for (let calls = await api().next(AT_ONCE); calls.length > 0; calls = await api().next(AT_ONCE)) {
      contacts.push(...calls.map(({ contact_id }) => contact_id));
      await Promise.all(calls.map(({ call_id }) => api().endCall(call_id, 'busy')));
    }
    return contacts;
  }

  beforeAll(async () => {
    deployment = await createDeployment();
    service = await startService({ deployment });
    const workspace = await TestWorkspace.make(service);
    token = workspace.client.token!;
    const contacts = (await workspace.contacts(MEMBERS)).map(({ contact_id }) => contact_id);
    list = (await api().createList({ min_retry_seconds: A_YEAR })).smart_list_id;
    await addAll(api(), list, contacts);
    expect(await callAll()).toHaveLength(MEMBERS);
  }, 180_000);

  afterAll(async () => {
    await service?.kill();
    await deployment?.remove();
  });

  it('re-indexes all of them after the restart, and each is called once more', async () => {
    const changed = service
      .client(token)
      .patch(`/smart-lists/${list}`, { min_retry_seconds: 0, max_attempts_total: 2 })
      .catch(() => undefined);
    const head = await service.log.head();
    await until('the change is in the log', async () => (await service.log.after(head)).length > 0);
    await service.kill();
    await changed;
    service = await startService({ deployment });
    // Re-indexing runs in the background: until it has finished, a pick finds only some of the members.
    const called: string[] = [];
    await until(
      'all members are called',
      async () => {
        called.push(...(await callAll()));
        return called.length >= MEMBERS;
      },
      60_000,
    );
    expect(new Set(called).size).toBe(MEMBERS);
    expect(called).toHaveLength(MEMBERS);
    expect(await api().next()).toEqual([]);
  }, 120_000);

  it('offers no member that must wait again, from the answer of the change on', async () => {
    await api().changeList(list, { max_attempts_total: null });
    expect((await api().preview(AT_ONCE)).length).toBe(AT_ONCE);
    await api().changeList(list, { min_retry_seconds: A_YEAR });
    expect(await api().preview(AT_ONCE)).toEqual([]);
    await api().changeList(list, { min_retry_seconds: 0, max_attempts_total: 3 });
    expect(await callAll()).toHaveLength(MEMBERS);
  }, 120_000);
});
