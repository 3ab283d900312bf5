import type { AnswersAhead } from '#workspace-head';
import { clientOf, JSON_TYPE, READER } from './testing/client.js';
import { ADMIN_TOKEN, startToy, type Toy } from './testing/toy-app.js';

const ADMIN = { authorization: `Bearer ${ADMIN_TOKEN}` };

/** Answers of the workspace of every key that are ahead of their rows. */
class ToyAnswers implements AnswersAhead {
  readonly asked: (string | undefined)[] = [];
  private readonly waiting: ((shown: boolean) => void)[] = [];

  untilShown(workspaceId?: string): Promise<boolean> {
    this.asked.push(workspaceId);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  end(shown: boolean): void {
    for (const resolve of this.waiting.splice(0)) resolve(shown);
  }
}

describe('writes that were answered before their rows', () => {
  let toy: Toy;
  let answers: ToyAnswers;
  const { send, post } = clientOf(() => toy);

  beforeEach(async () => {
    answers = new ToyAnswers();
    toy = await startToy({ answersAhead: answers });
  });
  afterEach(() => toy.app.close());

  /** Waits until `count` requests have asked. */
  const untilAsked = async (count: number) => {
    while (answers.asked.length < count) await new Promise((resolve) => setImmediate(resolve));
  };

  /** Lets a request that does not wait be answered. */
  const turns = async () => {
    await send('GET', '/health/live');
    await send('GET', '/health/live');
  };

  it('are waited for by a read, which says if it had to be answered without them', async () => {
    for (const [shown, header] of [
      [true, null],
      [false, '1'],
    ] as const) {
      answers.asked.length = 0;
      let answered = false;
      const read = send('GET', '/things', READER).finally(() => (answered = true));
      await untilAsked(1);
      await turns();
      expect([answers.asked, answered]).toEqual([['w1'], false]);
      answers.end(shown);
      const { status, headers } = await read;
      expect([status, headers.get('projection-lag')]).toEqual([200, header]);
    }
  });

  it('are waited for by a write that reads rows, and not by a write that is decided without them', async () => {
    expect((await post(JSON.stringify({ name: 'Spring' }))).status).toBe(201);
    expect(answers.asked).toEqual([]);
    let answered = false;
    const reads = post(JSON.stringify({ members: [{ phone: '+12025550123' }] }), '/things/batch').finally(
      () => (answered = true),
    );
    await untilAsked(1);
    await turns();
    expect(answered).toBe(false);
    answers.end(true);
    expect((await reads).status).toBe(200);
  });

  it('of any workspace are waited for by a read of an operator', async () => {
    const read = send('GET', '/admin/texts?size=1', ADMIN);
    await untilAsked(1);
    expect(answers.asked).toEqual([undefined]);
    answers.end(true);
    expect((await read).status).toBe(200);
  });

  it('hold up no refusal', async () => {
    const refused = await Promise.all([
      send('GET', '/things', { authorization: 'Bearer malformed' }),
      send('GET', '/things', { authorization: 'Bearer writer' }),
      send('GET', '/admin/texts', READER),
      send('GET', '/nothing', READER),
      send('POST', '/things', { ...READER, ...JSON_TYPE }, '{}'),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([401, 403, 401, 404, 403]);
    expect(answers.asked).toEqual([]);
  });
});
