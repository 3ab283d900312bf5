import { answered, type AroundDeliveries, failed } from '../testing/around-deliveries.js';
import { around, answeredWell, started } from '../testing/delivery-worker.js';
import { QUEUE_CAPACITY } from './backlog/receiver-queues.js';

describe('many hosts', () => {
  const GOOD = 'good.example.com';
  /** The other hosts never answer. */
  const onlyGoodAnswers = ({ url }: { url: string }) => (new URL(url).host === GOOD ? answered(200) : undefined);

  it('are sent to in the order of due times, 60 at once', async () => {
    const ports = await around();
    await answeredWell(ports, ...Array.from({ length: 12 }, (_, n) => `${n}.example.com`));
    ports.sent.length = 0;
    for (let n = 0; n < 200; n += 1) await ports.request(100 + n, 10 + (n % 7), `${n % 12}.example.com`);
    ports.setClock(20);
    await ports.pass(15_000);
    // Four permits are left to receivers that do not answer.
    const begun = ports.sent;
    expect(begun).toHaveLength(60);
    const dueAt = begun.map(({ deliveryId }) => (Number(deliveryId.slice(-12)) - 100) % 7);
    expect(dueAt).toEqual([...dueAt].sort());
  });

  it('with all permits in use are skipped: one has eight, and later deliveries to others begin', async () => {
    const ports = await around();
    await answeredWell(ports, 'full', 'other');
    for (let n = 0; n < 20; n += 1) await ports.request(100 + n, 1, 'full');
    for (let n = 0; n < 3; n += 1) await ports.request(200 + n, 2, 'other');
    ports.setClock(20);
    await ports.pass(15_000);
    expect(ports.hosts).toEqual([...Array<string>(8).fill('full'), ...Array<string>(3).fill('other')]);
    await ports.end(answered(200), 'full');
    expect(ports.hosts.filter((host) => host === 'full')).toHaveLength(8);
  });

  it('that are slow leave permits for one that answers: its deliveries begin at the next poll', async () => {
    const ports = await around();
    ports.answering = onlyGoodAnswers;
    await ports.request(1, 0, GOOD);
    const worker = await started(ports);
    for (let n = 0; n < 900; n += 1) await ports.request(10 + n, 0, `slow-${n % 300}.example.com`);
    worker.wake();
    await ports.pass(50);
    const slow = ports.underWay.length;
    expect(slow).toBe(40);
    for (let n = 0; n < 30; n += 1) {
      await ports.request(2_000 + n, 1, GOOD);
      ports.setClock(1);
      worker.wake();
      await ports.pass(50);
      expect(ports.sent).toHaveLength(1 + slow + n + 1);
    }
  });

  it('with more deliveries than a poll reads do not hide new ones', async () => {
    const ports = await around();
    ports.answering = onlyGoodAnswers;
    for (let n = 0; n < 2_500; n += 1) await ports.request(10 + n, n / 1_000, 'dead.example.com');
    ports.setClock(60);
    const worker = await started(ports);
    await ports.request(5_000, 59, GOOD);
    worker.wake();
    await ports.pass(50);
    expect(ports.sent.map(({ url }) => new URL(url).host)).toEqual(['dead.example.com', GOOD]);
  });

  it('that are dead and have many deliveries do not hide ones that appear late', async () => {
    const ports = await around();
    ports.answering = onlyGoodAnswers;
    for (let n = 0; n < QUEUE_CAPACITY + 100; n += 1) await ports.request(10 + n, n / 1_000, 'dead.example.com');
    ports.setClock(60);
    const worker = await started(ports);
    for (let looks = 0; looks < 3; looks += 1) await ports.pass(50);
    await ports.pass(15_000);
    // The workspace's rows came late: this delivery has been due for a minute.
    await ports.request(5_000, 1, GOOD);
    worker.wake();
    await ports.pass(50);
    await ports.pass(15_000);
    for (let looks = 0; looks < 3; looks += 1) await ports.pass(50);
    expect(ports.sent.map(({ url }) => new URL(url).host)).toEqual(['dead.example.com', GOOD]);
  });

  it('with more than is held at once get all their deliveries in time', async () => {
    const ports = await around();
    ports.answering = () => answered(200);
    for (let n = 0; n < 1_300; n += 1) await ports.request(10 + n, n / 1_000, GOOD);
    ports.setClock(60);
    await started(ports);
    for (let looks = 0; looks < 10; looks += 1) await ports.pass(50);
    expect(new Set(ports.sent.map(({ deliveryId }) => deliveryId)).size).toBe(1_300);
    expect(ports.sent).toHaveLength(1_300);
  });
});

describe('a healthy receiver, among many that are not', () => {
  const GOOD = 'good.example.com';

  /**
   * The other hosts answer nothing for 15 s and fail then. @returns when the good host was first sent to, in seconds of
   * the test
   */
  function beside(
    ports: AroundDeliveries,
    isWell: (url: URL) => boolean,
  ): { readonly sentAt: () => number | undefined } {
    let seconds: number | undefined;
    const { sender } = ports;
    const send: typeof sender.send = (request) => {
      ports.sent.push(request);
      const url = new URL(request.url);
      if (url.host === GOOD && isWell(url)) seconds ??= ports.seconds;
      const [takes, result] = isWell(url) ? [50, answered(200)] : [15_000, failed()];
      return new Promise((end) => ports.timers.set(takes, () => end({ ...result, durationMs: takes })));
    };
    Object.assign(ports, { sender: { ...sender, send } });
    return { sentAt: () => seconds };
  }

  async function until(ports: AroundDeliveries, reached: () => boolean, seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds && !reached(); passed += 1) await ports.pass(1_000);
  }

  it('has its first attempt before any other has a second one, for any number of due deliveries', async () => {
    const ports = await around();
    const { sentAt } = beside(ports, ({ host }) => host === GOOD);
    for (let n = 0; n < 1_000; n += 1) await ports.request(n, n / 1_000, `dead-${n % 100}.example.com`);
    await ports.request(5_000, 2, GOOD);
    ports.setClock(3);
    await started(ports);
    await until(ports, () => sentAt() !== undefined, 600);
    // A hundred unknown receivers have 48 permits together, for 15 s each.
    expect(sentAt()! - 3).toBeLessThanOrEqual(45);
  });

  it('waits for no other receiver on its own host, whose other receivers are another workspace’s', async () => {
    const ports = await around();
    const { sentAt } = beside(ports, ({ pathname }) => pathname === '/well');
    for (let n = 0; n < 60; n += 1) await ports.request(n, 0, GOOD, `dead ${n % 3}`);
    const worker = await started(ports);
    await ports.pass(1_000);
    await ports.request(5_000, 1, `${GOOD}/well?`, 'well');
    worker.wake();
    await until(ports, () => sentAt() !== undefined, 600);
    expect(sentAt()).toBeLessThanOrEqual(2);
  });
});
