import { Api } from '../support/api.js';
import { START } from '../support/log.js';
import { expectProblem } from '../support/problem.js';
import { createDeployment } from '../support/deployments/create-deployment.js';
import type { Deployment } from '../support/deployments/deployment.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { TestWorkspace } from '../support/workspace.js';
import { addAll, advanced, advances, ended, isDone } from './support/sweeps.js';
import { expectSoundLog, wholeLog } from './support/whole-log.js';

const MEMBERS = 20_000;
const OTHER_MEMBERS = 1_200;

describe('a deleted list of 20,000 members', () => {
  let deployment: Deployment;
  let service: Service;
  let token: string;
  const api = (): Api => new Api(service.client(token));

  let list: string;
  let other: string;
  let contacts: readonly string[];
  let othersBefore: unknown;

  /** How often the sweep had advanced when the process was killed; it had not finished. */
  async function killInTheMiddle(): Promise<number> {
    await service.kill();
    const log = await wholeLog(deployment);
    expect(isDone(log)).toBe(false);
    return advances(log).length;
  }

  beforeAll(async () => {
    deployment = await createDeployment();
    service = await startService({ deployment });
    const workspace = await TestWorkspace.make(service);
    token = workspace.client.token!;
    contacts = (await workspace.contacts(MEMBERS)).map(({ contact_id }) => contact_id);
    list = (await api().createList()).smart_list_id;
    other = (await api().createList({ next_list_id: list })).smart_list_id;
    await addAll(api(), list, contacts);
    await addAll(api(), other, contacts.slice(0, OTHER_MEMBERS));
    othersBefore = await api().members(other);
  }, 180_000);

  afterAll(async () => {
    await service?.kill();
    await deployment?.remove();
  });

  it('is not found at once, although its memberships have not ended yet', async () => {
    expect((await api().list(list)).member_count).toBe(MEMBERS);
    const middle = advanced(service.log, 3, await service.log.head());
    await api().deleteList(list);
    const gone = await Promise.all([
      service.client(token).get(`/smart-lists/${list}`),
      service.client(token).get(`/smart-lists/${list}/members`),
    ]);
    for (const answer of gone) expectProblem(answer, 'not_found');
    await middle;
    expect(await killInTheMiddle()).toBeGreaterThanOrEqual(3);
  }, 60_000);

  it('is swept to its end by the next process: each membership ends once', async () => {
    service = await startService({ deployment });
    expectProblem(await service.client(token).get(`/smart-lists/${list}`), 'not_found');
    expect((await api().list(other)).next_list_id).toBeNull();
    await advanced(service.log, Infinity, START);

    const log = await wholeLog(deployment);
    expectSoundLog(log);
    expect([...ended(log, list)].sort()).toEqual(contacts.map((id) => `list_deleted ${id}`).sort());
    const marks = advances(log).map(({ up_to_number }) => up_to_number);
    expect(marks).toEqual([...marks].sort((a, b) => a - b));
    expect(advances(log).filter(({ done }) => done)).toHaveLength(1);
  }, 150_000);

  it('keeps the contacts and the memberships of other lists', async () => {
    expect((await api().contacts()).map(({ contact_id }) => contact_id).sort()).toEqual([...contacts].sort());
    expect(await api().members(other)).toEqual(othersBefore);
    expect(
      await api().removeEverywhere([{ contact_id: contacts[0]! }, { contact_id: contacts.at(-1)! }]),
    ).toMatchObject({ removed: 1, skipped: 1, unmatched: 0 });
  }, 60_000);
});
