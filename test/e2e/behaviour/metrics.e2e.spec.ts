import { byId } from '../../support/api.js';
import { metric } from '../../support/metrics.js';
import { shareWorkspace } from '../../support/shared.js';
import { until } from '../../support/until.js';
import { shareReceivers, toReceiversHere, Webhooks } from '../../support/webhooks.js';

const workspace = shareWorkspace({ env: toReceiversHere() });
const receiver = shareReceivers();

/** The value of a series, and how much it grows while `work` runs. */
const value = (series: string): Promise<number> => metric(workspace().service, series);
async function growth(series: string, work: () => Promise<unknown>): Promise<number> {
  const before = await value(series);
  await work();
  return (await value(series)) - before;
}

describe('/metrics', () => {
  it('[api endpoints health] counts appends, commits and the events in them', async () => {
    const written = 'eventlog_append_duration_seconds_count{result="written"}';
    expect(await growth(written, () => workspace().contacts(3))).toBe(1);
    expect(await growth('eventlog_commit_appends_count', () => workspace().contacts(1))).toBe(1);
    expect(await growth('eventlog_commit_events_sum', () => workspace().contacts(5))).toBe(5);
  });

  it('[api endpoints health] tells that the rows have every event once nothing is written', async () => {
    await workspace().contacts(2);
    await until('the rows lack no event', async () => (await value('projection_lag_events')) === 0);
    expect(await value('projection_lag_seconds')).toBe(0);
  });

  it('[api endpoints health] tells that the index of events has every event a little later', async () => {
    await workspace().contacts(2);
    const told = async () => (await workspace().service.admin.get('/metrics')).bytes.toString();
    await until('the index lacks no event', async () => (await told()).includes('\nevents_index_lag_events 0\n'));
    expect(await told()).toMatch(/^events_index_lag_seconds \d+(\.\d+)?$/m);
  });

  it('[api endpoints health] counts commands that found their head', async () => {
    const again = () => workspace().contacts(1);
    expect(await growth('head_cache_lookups_total{result="hit"}', again)).toBeGreaterThanOrEqual(1);
    expect(await value('head_cache_heads')).toBeGreaterThanOrEqual(1);
    expect(await value('head_cache_rows')).toBeGreaterThan(0);
  });

  it('[api endpoints health] tells whether threads read long pages, and how many pages they have', async () => {
    const told = (await workspace().service.admin.get('/metrics')).bytes.toString();
    const isEmbedded = process.env['TEST_PAIR'] !== 'distributed';
    expect(/^page_threads \d+$/m.test(told)).toBe(isEmbedded);
    expect(/^pages_pending 0$/m.test(told)).toBe(isEmbedded);
  });

  it('[api endpoints health] has the depth of the queue by tier, without frozen lists, and dispatched calls', async () => {
    const depth = 'dialer_queue_members{tier="highest"}';
    const frozen = await workspace().api.createList({ priority: 'highest', max_attempts_total: 0 });
    const list = await workspace().api.createList({ priority: 'highest' });
    const [two, three] = [await workspace().contacts(2), await workspace().contacts(3)];
    const add = async () => {
      await workspace().api.addMembers(list.smart_list_id, two.map(byId));
      await workspace().api.addMembers(frozen.smart_list_id, three.map(byId));
    };
    expect(await growth(depth, add)).toBe(2);
    expect(await growth('dialer_calls_dispatched_total', () => workspace().api.next(2))).toBe(2);
  });

  it('[api endpoints health] counts refusals by their code', async () => {
    const missing = () => workspace().client.get('/smart-lists/00000000-0000-4000-8000-000000000000');
    expect(await growth('http_refusals_total{code="not_found"}', missing)).toBe(1);
  });

  it('[api endpoints health] has the deliveries that wait for another attempt', async () => {
    const { url } = await receiver((_request, response) => response.writeHead(500).end());
    const webhooks = new Webhooks(workspace());
    const id = await webhooks.apply(await webhooks.action(url));
    await webhooks.whenIs(id, 'retrying');
    // An attempt is counted once it is recorded, and the record may be read before that.
    const attempts = () => value('webhook_attempts_total{status="retrying"}');
    await until('the attempt is counted', async () => (await attempts()) >= 1);
    const waiting = async () => (await value('webhook_deliveries{state="scheduled"}')) + (await due());
    const due = () => value('webhook_deliveries{state="due"}');
    await until('the delivery is counted', async () => (await waiting()) >= 1);
    expect(await value('webhook_oldest_due_delivery_seconds')).toBeLessThan(60);
    expect(await value('worker_parked_items{worker="webhook_deliveries"}')).toBe(0);
  });

  it('[api endpoints health] tells how much customers do to the operator alone', async () => {
    const text = (await workspace().service.client().get('/metrics')).bytes.toString();
    expect(text).toContain('eventlog_commit_events_count');
    expect(text).not.toMatch(/^(?:dialer_|webhook_deliveries\{|webhook_oldest|webhook_attempts_by_host)/m);
  });
});
