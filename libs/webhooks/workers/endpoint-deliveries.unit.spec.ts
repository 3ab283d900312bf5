import { settled } from '#workers/testing';
import { answered, at } from '../testing/around-deliveries.js';
import { around, started } from '../testing/delivery-worker.js';

const ENDPOINT = 'e';
const SECRET = { ciphertext: 'own', created_at: at(-1), expires_at: null };

describe('a delivery to an endpoint', () => {
  it('is signed with the secrets of the endpoint, and reported with it', async () => {
    const ports = await around();
    ports.answering = () => answered(200);
    await ports.endpoint(ENDPOINT, { signing_secrets: [SECRET, { ...SECRET, ciphertext: 'over', expires_at: at(0) }] });
    await ports.requestTo(ENDPOINT, 1);
    await ports.request(2);
    await started(ports);
    expect(ports.sent.map(({ secrets }) => secrets)).toEqual([['opened own'], ['opened newest']]);
    expect(ports.reported.map(({ endpointId, outcomeId }) => [endpointId, outcomeId])).toEqual([
      [ENDPOINT, ''],
      ['', 'o'],
    ]);
  });

  it('waits where the rows do not show the endpoint yet', async () => {
    const ports = await around();
    await ports.requestTo(ENDPOINT, 1);
    await started(ports);
    expect(ports.sent).toEqual([]);
    await ports.endpoint(ENDPOINT, { signing_secrets: [SECRET] });
    await ports.pass(1_000);
    expect(ports.sent).toHaveLength(1);
  });

  it('is cancelled once the endpoint is deleted', async () => {
    const ports = await around();
    await ports.endpoint(ENDPOINT, { live: 0 });
    const id = await ports.requestTo(ENDPOINT, 1);
    await started(ports);
    expect(ports.sent).toEqual([]);
    expect(ports.log).toMatchObject([
      {
        type: 'DeliveryCancelled',
        data: { delivery_id: id, reason: 'endpoint_deleted' },
        metadata: { actor: { kind: 'system', id: 'deliveries' } },
      },
    ]);
    expect(await ports.row(id)).toMatchObject({ status: 'cancelled', next_attempt_at: null });
  });

  it('is cancelled by a pause that came after it; what is requested by hand since is sent', async () => {
    const ports = await around();
    await ports.endpoint(ENDPOINT, { signing_secrets: [SECRET], paused_at: at(0), paused_revision: 5 });
    const [before, since] = [await ports.requestTo(ENDPOINT, 4), await ports.requestTo(ENDPOINT, 6)];
    await started(ports);
    expect(ports.sent.map(({ deliveryId }) => deliveryId)).toEqual([since]);
    expect(ports.log).toMatchObject([{ data: { delivery_id: before, reason: 'endpoint_paused' } }]);
  });

  it('is never due where it is held', async () => {
    const ports = await around();
    await ports.endpoint(ENDPOINT, { signing_secrets: [SECRET] });
    const id = await ports.requestTo(ENDPOINT, 1, { held: true });
    await started(ports);
    await ports.pass(60_000);
    await settled();
    expect([ports.sent, ports.log]).toEqual([[], []]);
    expect(await ports.row(id)).toMatchObject({ status: 'cancelled', next_attempt_at: null, body: 'body 1' });
  });

  it('has a queue of its own, beside that of an outcome on the same host', async () => {
    const ports = await around();
    await ports.endpoint(ENDPOINT, { signing_secrets: [SECRET] });
    const [one, two] = [await ports.requestTo(ENDPOINT, 1), await ports.request(2)];
    await started(ports);
    expect(ports.underWay.map(({ deliveryId }) => deliveryId).sort()).toEqual([one, two].sort());
  });
});
