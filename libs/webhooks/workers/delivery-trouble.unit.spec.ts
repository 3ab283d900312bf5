import { StoreUnavailableError } from '#event-store';
import { UnknownEventError } from '#kernel';
import { deliveryStream } from '../domain/index.js';
import { answered, failed, WORKSPACE } from '../testing/around-deliveries.js';
import { answeredWell, around, SECRET, started } from '../testing/delivery-worker.js';

describe('an internal error', () => {
  it('of the event store is waited out: sent attempts are recorded, and not repeated', async () => {
    const ports = await around();
    const id = await ports.request(1);
    ports.refusing.push(...Array.from({ length: 20 }, () => new StoreUnavailableError('The log is away.')));
    const worker = await started(ports);
    await ports.end(answered(200));
    for (let tries = 0; tries < 19; tries += 1) await ports.pass(60_000);
    expect([ports.log.length, worker.parked()]).toEqual([0, []]);
    await ports.pass(60_000);
    expect(await ports.row(id)).toMatchObject({ status: 'delivered' });
    expect(ports.sent).toHaveLength(1);
  });

  it('of the event store stops attempts that could not be recorded, and nothing is lost when it is back', async () => {
    const ports = await around();
    ports.answering = () => answered(200);
    ports.refusing.push(...Array.from({ length: 5_000 }, () => new StoreUnavailableError('The log is away.')));
    for (let n = 0; n < 100; n += 1)
      for (let m = 0; m < 5; m += 1) await ports.request(10 * n + m, 0, `${n}.example.com`);
    await started(ports);
    for (let minutes = 0; minutes < 5; minutes += 1) await ports.pass(60_000);
    expect(ports.sent.length).toBeGreaterThanOrEqual(256);
    expect(ports.sent.length).toBeLessThanOrEqual(320);
    ports.refusing.length = 0;
    for (let minutes = 0; minutes < 5; minutes += 1) await ports.pass(60_000);
    expect([ports.sent.length, ports.log.length]).toEqual([500, 500]);
  });

  it('by an unreadable event of a delivery concerns it only: it is read once a minute, not parked', async () => {
    const ports = await around();
    ports.answering = () => answered(200);
    const [broken, well] = [await ports.request(1), await ports.request(2, 0, 'two.example.com')];
    const { read } = ports.events;
    let reads = 0;
    let known = false;
    ports.events.read = (stream) => {
      if (stream !== deliveryStream(broken) || known) return read(stream);
      reads += 1;
      return Promise.reject(new UnknownEventError(stream, 0, 'of a newer version'));
    };
    const worker = await started(ports);
    for (let seconds = 0; seconds < 600; seconds += 1) await ports.pass(1_000);
    expect(ports.sent.map(({ deliveryId }) => deliveryId)).toEqual([well]);
    expect(worker.parked()).toEqual([]);
    expect(reads).toBeGreaterThan(5);
    expect(reads).toBeLessThanOrEqual(11);
    known = true;
    for (let seconds = 0; seconds < 62; seconds += 1) await ports.pass(1_000);
    expect(ports.sent.map(({ deliveryId }) => deliveryId)).toEqual([well, broken]);
  });

  it('that prevents the record of an attempt parks the delivery, which is not sent repeatedly', async () => {
    const ports = await around();
    const id = await ports.request(1);
    ports.refusing.push(...Array.from({ length: 30 }, () => new Error('a fault of ours')));
    const worker = await started(ports);
    await ports.end(answered(200));
    for (let tries = 0; tries < 30; tries += 1) await ports.pass(60_000);
    expect(worker.parked()).toEqual([{ workspaceId: WORKSPACE, deliveryId: id, reason: 'a fault of ours' }]);
    expect(ports.sent).toHaveLength(1);
  });

  it('is charged to no delivery; one that fails ten times is parked, named, retried, and blocks no other', async () => {
    const ports = await around();
    const id = await ports.request(1);
    await ports.workspace();
    const worker = await started(ports);
    for (let tries = 0; tries < 20; tries += 1) await ports.pass(60_000);
    const reason = 'The workspace has no signing secret.';
    expect(worker.parked()).toEqual([{ workspaceId: WORKSPACE, deliveryId: id, reason }]);
    expect([ports.sent, ports.log]).toEqual([[], []]);
    expect(ports.warnings).toEqual([`Delivery ${id} is parked: ${reason}`]);
    await ports.workspace(SECRET);
    await ports.request(2, 0, 'two.example.com');
    worker.wake();
    await ports.pass(50);
    expect(ports.sent).toHaveLength(1);
    await ports.pass(300_000);
    expect(ports.sent.map(({ deliveryId }) => deliveryId)).toContain(id);
    await ports.end(answered(200), 'one.example.com');
    worker.wake();
    await ports.pass(50);
    expect(worker.parked()).toEqual([]);
  });

  it('of the store that proves attempts: it is polled, and deliveries do not rest one by one', async () => {
    const ports = await around();
    ports.answering = () => answered(200);
    let reads = 0;
    const { read } = ports.events;
    ports.events.read = () => {
      reads += 1;
      return Promise.reject(new StoreUnavailableError('The log is away.'));
    };
    for (let n = 0; n < 200; n += 1) await ports.request(n, 0, `${n}.example.com`);
    const worker = await started(ports);
    for (let seconds = 0; seconds < 300; seconds += 1) await ports.pass(1_000);
    // Forty deliveries at a time, eighteen times.
    expect(reads).toBeLessThan(1_000);
    expect([ports.sent, worker.parked(), ports.timers.size < 5]).toEqual([[], [], true]);
    ports.events.read = read;
    for (let seconds = 0; seconds < 40; seconds += 1) await ports.pass(1_000);
    expect(ports.log).toHaveLength(200);
  });

  it('by a secret that cannot be opened: all other secrets sign, and the operator is warned once', async () => {
    const ports = await around();
    await ports.workspace(SECRET, { ciphertext: 'foreign', expires_at: null });
    ports.answering = () => answered(200);
    for (let n = 0; n < 3; n += 1) await ports.request(n + 1);
    await started(ports);
    expect(ports.sent.map(({ secrets }) => secrets)).toEqual(Array(3).fill(['opened newest']));
    expect(ports.warnings).toEqual([expect.stringContaining(`workspace ${WORKSPACE} cannot be opened`)]);
  });

  it('by all secrets is waited out, and nothing is sent unsigned', async () => {
    const ports = await around();
    await ports.workspace({ ciphertext: 'foreign', expires_at: null });
    await ports.request(1);
    const worker = await started(ports);
    for (let tries = 0; tries < 20; tries += 1) await ports.pass(60_000);
    expect(ports.sent).toEqual([]);
    expect(worker.parked()).toMatchObject([{ reason: expect.stringContaining('SECRETS_KEY') }]);
  });
});

describe('an outage of the own network', () => {
  const unreachable = failed({ stage: 'connect', reached: 'no', durationMs: 0 });

  it('is charged to no delivery once three hosts are unreachable, and over when one is reached', async () => {
    const ports = await around();
    const ids = await Promise.all(
      ['a', 'b', 'c', 'd'].map((host, n) => ports.request(n + 1, 0, `${host}.example.com`)),
    );
    ports.answering = () => unreachable;
    const worker = await started(ports);
    expect(worker.isCutOff).toBe(true);
    const charged = async () =>
      (await Promise.all(ids.map((id) => ports.row(id)))).map(({ attempts }) => attempts.length);
    expect(await charged()).toEqual([1, 1, 0, 0]);
    for (let minutes = 0; minutes < 60; minutes += 1) await ports.pass(60_000);
    expect(await charged()).toEqual([1, 1, 0, 0]);
    expect(ports.reported.filter(({ result }) => result === 'not_charged').length).toBeGreaterThan(60);
    ports.answering = () => answered(200);
    await ports.pass(60_000);
    await ports.pass(15_000);
    expect(worker.isCutOff).toBe(false);
    expect((await Promise.all(ids.map((id) => ports.row(id)))).map(({ status }) => status)).toEqual(
      Array(4).fill('delivered'),
    );
  });

  it('is not assumed for two hosts, nor while another one answers', async () => {
    const ports = await around();
    ports.answering = ({ url }) => (url.includes('good') ? answered(200) : unreachable);
    for (const [n, host] of ['a', 'b', 'good', 'c', 'd'].entries()) {
      await ports.request(n + 1, n / 1_000, `${host}.example.com`);
    }
    ports.setClock(1);
    const worker = await started(ports);
    expect(worker.isCutOff).toBe(false);
    expect(ports.log).toHaveLength(5);
  });

  it('is probed by a few attempts for any number of due deliveries, and none is held meanwhile', async () => {
    const ports = await around();
    ports.answering = () => failed({ stage: 'connect', reached: 'no_route' });
    for (let n = 0; n < 600; n += 1) await ports.request(n + 1, n / 10_000, `h${n % 3}.example.com`, `o${n % 50}`);
    ports.setClock(1);
    const worker = await started(ports);
    for (let minutes = 0; minutes < 60; minutes += 1) await ports.pass(60_000);
    expect([worker.isCutOff, ports.log]).toEqual([true, []]);
    expect(ports.sent.length).toBeLessThan(400);
    expect(ports.timers.size).toBeLessThan(10);
    const before = ports.sent.length;
    ports.answering = () => answered(200);
    for (let seconds = 0; seconds < 70; seconds += 1) await ports.pass(1_000);
    expect([worker.isCutOff, ports.sent.length - before, ports.log.length]).toEqual([false, 600, 600]);
  });

  it('delays no healthy receiver: a host that was not tried in it is tried at once', async () => {
    const ports = await around();
    const dead = ['a', 'b', 'c'];
    ports.answering = ({ url }) =>
      dead.includes(new URL(url).host[0]!) && ports.seconds > 0 ? unreachable : answered(200);
    const worker = await answeredWell(ports, 'a.example.com');
    ports.setClock(1);
    for (const host of ['b', 'c']) await ports.request(host.charCodeAt(0), 1, `${host}.example.com`);
    for (let n = 0; n < 6; n += 1) await ports.request(200 + n, 1, 'a.example.com');
    worker.wake();
    await ports.pass(50);
    expect(worker.isCutOff).toBe(true);
    const well = await ports.request(300, 1, 'e.example.com');
    worker.wake();
    await ports.pass(50);
    expect(await ports.row(well)).toMatchObject({ status: 'delivered' });
    expect(worker.isCutOff).toBe(false);
  });
});
