import { byId } from '../support/api.js';
import { createDeployment } from '../support/deployments/create-deployment.js';
import type { Deployment } from '../support/deployments/deployment.js';
import { START } from '../support/log.js';
import { type Service, startService } from '../support/service.js';
import type { Call } from '../support/types.js';
import { until } from '../support/until.js';
import { type Delivery, shareReceivers, toReceiversHere, Webhooks } from '../support/webhooks.js';
import { TestWorkspace } from '../support/workspace.js';

const RUN_MS = 120_000;
const TWO_DAYS_MS = 2 * 86_400_000;

describe('the retention of a service that is killed', () => {
  const receiver = shareReceivers();
  let deployment: Deployment;
  let service: Service;

  beforeAll(async () => {
    deployment = await createDeployment();
  });
  afterAll(async () => {
    await service?.kill();
    await deployment?.remove();
  });

  const start = async (): Promise<void> => {
    service = await startService({ deployment, env: { ...toReceiversHere(), TEST_CLOCK: '1', NODE_ENV: 'test' } });
  };

  it(
    'is finished at the next start, and a rebuild shows the same',
    async () => {
      await start();
      const workspace = await TestWorkspace.make(service, { calls_keep_days: 1, deliveries_keep_days: 1 });
      const echo = await receiver((request, response) => response.writeHead(200).end(request.body));
      const webhooks = new Webhooks(workspace);
      const [contact] = await workspace.contacts(1);
      const { call_id } = await workspace.api.registerCall(byId(contact!));
      const delivery_id = (await workspace.api.applyOutcome(call_id, await webhooks.action(echo.url))).delivery_id!;
      await webhooks.whenIs(delivery_id, 'delivered');
      const ended = await workspace.api.endCall(call_id, 'busy');

      /** What is read of the call and the delivery. */
      const shown = async () => {
        const client = service.client(workspace.client.token);
        const { call } = await client.read<{ call: Call }>(`/calls/${call_id}`);
        const { delivery } = await client.read<{ delivery: Delivery }>(`/webhook-deliveries/${delivery_id}`);
        return { call, delivery };
      };
      const before = await shown();
      const now = new Date(Date.now() + TWO_DAYS_MS).toISOString();
      const json = { now };
      const putting = service.admin.send({ method: 'PUT', path: '/admin/clock', json }).catch(() => undefined);
      await until('days have ended', async () =>
        (await service.log.after(START)).some(({ type }) => type === 'PersonalDataExpired'),
      );
      await service.kill();
      await putting;

      await start();
      const blank = {
        call: { ...ended, phone: null },
        delivery: { ...before.delivery, attempts: [{ ...before.delivery.attempts[0]!, response_body: null }] },
      };
      await until('nothing personal is shown', async () => {
        const { call, delivery } = await shown();
        return call.phone === null && delivery.attempts[0]!.response_body === null;
      });
      expect(await shown()).toEqual(blank);
      await service.stop();
      await deployment.deleteReadModel();
      await start();
      expect(await shown()).toEqual(blank);
    },
    RUN_MS,
  );
});
