import { success } from '../../support/client.js';
import { DistributedDeployment } from '../../support/deployments/distributed.js';
import { type Answer, Http } from '../../support/http.js';
import { startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';
import { until } from '../../support/until.js';
import { TestWorkspace } from '../../support/workspace.js';
import { PatientClient } from './patient-client.js';

const LONG_MS = 200_000;
/** The test clock is refused in production, the mode of other tests, and where a process has not all roles. */
const CLOCK = { TEST_CLOCK: '1', NODE_ENV: 'test' };

/** A process whose test clock is set by itself. */
export class ClockedProcess {
  private readonly puts: Promise<Answer>[] = [];

  constructor(
    readonly service: Service,
    /** A workspace that serves to read the clock alone. */
    private readonly watch: TestWorkspace,
  ) {}

  /**
   * Puts the clock of this process to an instant; resolves once reads show it. The answer is not waited for: a process
   * whose workers have not the turn gives it when it stops.
   */
  async setClock(now: string): Promise<void> {
    this.puts.push(this.service.admin.send({ method: 'PUT', path: '/admin/clock', json: { now } }));
    const { client } = this.watch.through(this.service);
    const shown = async (): Promise<string> => (await client.read<{ at: string }>('/dialer/stats')).at;
    await until(`the clock is at ${now}`, async () => (await shown()) === now);
  }

  /** A client of this process that sends a write again, with its key, until it is answered. */
  client(token: string): PatientClient {
    return new PatientClient(new Http(this.service.port), this.service.contract, token);
  }

  /** Stops it, with exit code 0. */
  async stop(): Promise<void> {
    await this.service.stop();
    for (const answer of await Promise.all(this.puts)) success(answer, 200);
  }
}

export interface ClockedProcesses {
  readonly deployment: DistributedDeployment;
  readonly both: readonly [ClockedProcess, ClockedProcess];
}

/** Two processes with all roles and test clocks on one distributed pair, for all tests of a file. */
export function shareClockedProcesses(): () => ClockedProcesses {
  let processes: ClockedProcesses | undefined;
  beforeAll(async () => {
    const deployment = await DistributedDeployment.make();
    const one = await startService({ deployment, env: CLOCK });
    const other = await startService({ deployment, env: CLOCK });
    const watch = await TestWorkspace.make(one);
    processes = { deployment, both: [new ClockedProcess(one, watch), new ClockedProcess(other, watch)] };
  }, LONG_MS);
  afterAll(async () => {
    for (const each of processes?.both ?? []) await each.stop();
    await processes?.deployment.remove();
  }, LONG_MS);
  return () => processes!;
}
