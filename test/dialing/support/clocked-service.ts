import { success } from '../../support/client.js';
import { createDeployment } from '../../support/deployments/create-deployment.js';
import type { Deployment } from '../../support/deployments/deployment.js';
import { startService } from '../../support/service.js';
import type { Service, ServiceOptions } from '../../support/service.js';

/** The test clock is refused in production, the mode of other tests. */
const CLOCK = { TEST_CLOCK: '1', NODE_ENV: 'test' };

/** Whether the read model is kept or deleted before a restart after kill -9. */
export type Rows = 'kept' | 'lost';

/** A service with a test clock. It can be killed and restarted on the same data; the clock is set again then. */
export class ClockedService {
  private standsAt: number | undefined;

  private constructor(
    readonly deployment: Deployment,
    private running: Service,
    private readonly env: ServiceOptions['env'],
  ) {}

  /** `env` applies to each process that is started here. Default of the stores: new ones on the pair under test. */
  static async start({
    env,
    deployment: given,
  }: Pick<ServiceOptions, 'env' | 'deployment'> = {}): Promise<ClockedService> {
    const deployment = given ?? (await createDeployment());
    const all = { ...CLOCK, ...env };
    return new ClockedService(deployment, await startService({ deployment, env: all }), all);
  }

  /** The running process. */
  get service(): Service {
    return this.running;
  }

  /** Resolves when everything due is done and readable (docs/reference/http-contract.md#admin-routes). */
  async setClock(at: number): Promise<void> {
    this.standsAt = at;
    const now = new Date(at).toISOString();
    success(await this.running.admin.send({ method: 'PUT', path: '/admin/clock', json: { now } }), 200);
  }

  /** Kills the process with SIGKILL (unless that has happened), then starts it again. */
  async restart(rows: Rows = 'kept'): Promise<void> {
    await this.running.kill();
    if (rows === 'lost') await this.deployment.deleteReadModel();
    const port = String(this.running.port);
    this.running = await startService({ deployment: this.deployment, env: { ...this.env, PORT: port } });
    if (this.standsAt !== undefined) await this.setClock(this.standsAt);
  }

  async stop(): Promise<void> {
    await this.running.stop();
    await this.deployment.remove();
  }
}

/** One such service for all tests of a file; stopped, with exit code 0, after the last. */
export function shareClockedService(options: Pick<ServiceOptions, 'env'> = {}): () => ClockedService {
  let clocked: ClockedService | undefined;
  beforeAll(async () => {
    clocked = await ClockedService.start(options);
  }, 60_000);
  afterAll(() => clocked?.stop(), 60_000);
  return () => clocked!;
}
