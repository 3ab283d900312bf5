import { success } from '../../support/client.js';
import { createDeployment } from '../../support/deployments/create-deployment.js';
import type { Deployment } from '../../support/deployments/deployment.js';
import { startService } from '../../support/service.js';
import type { Service, ServiceOptions } from '../../support/service.js';

/** The clock is refused in production, which is what other tests start. */
const CLOCK = { TEST_CLOCK: '1', NODE_ENV: 'test' };

/** What a service finds when it is started again after a kill -9: its read model, or none. */
export type Rows = 'kept' | 'lost';

/** A service whose clock stands where a test puts it, killed and started again on the same data with the clock where it stood. */
export class ClockedService {
  private standsAt: number | undefined;

  private constructor(
    readonly deployment: Deployment,
    private running: Service,
    private readonly env: ServiceOptions['env'],
  ) {}

  /** On the pair of this run. `env` goes to each process that is started here. */
  static async start({ env }: Pick<ServiceOptions, 'env'> = {}): Promise<ClockedService> {
    const deployment = await createDeployment();
    const all = { ...CLOCK, ...env };
    return new ClockedService(deployment, await startService({ deployment, env: all }), all);
  }

  /** The process that runs now. */
  get service(): Service {
    return this.running;
  }

  /** Resolves when all that is due by then is done and can be read (docs/reference/http-contract.md#admin-routes). */
  async setClock(at: number): Promise<void> {
    this.standsAt = at;
    const now = new Date(at).toISOString();
    success(await this.running.admin.send({ method: 'PUT', path: '/admin/clock', json: { now } }), 200);
  }

  /** Killed as by a power cut (unless it has been already), then started again. */
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

/** One such service for all tests of a file; it ends, with exit code 0, after the last. */
export function shareClockedService(options: Pick<ServiceOptions, 'env'> = {}): () => ClockedService {
  let clocked: ClockedService | undefined;
  beforeAll(async () => {
    clocked = await ClockedService.start(options);
  }, 60_000);
  afterAll(() => clocked?.stop(), 60_000);
  return () => clocked!;
}
