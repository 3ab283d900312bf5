import type { ModelRequest, ModelResponse } from '../../../libs/dialing/testing/reference-model/http.js';
import { jsonOf } from '../../support/contract.js';
import { TestWorkspace } from '../../support/workspace.js';
import type { ClockedService, Rows } from './clocked-service.js';

/** Timeout in milliseconds; another process may take this long before it folds the log instead of a killed one. */
const CAUGHT_UP_MS = 30_000;

/** A workspace on a service that is restarted by the test. */
export class ServedWorkspace {
  /** The service has reported that its rows may lag: by Projection-Lag, or because it has just been started. */
  private lags = false;

  private constructor(
    private readonly clocked: ClockedService,
    readonly id: string,
    private readonly token: string,
  ) {}

  /** @param at the time of its creation in milliseconds since 1970; no event of it has an earlier time */
  static async make(clocked: ClockedService, at: number): Promise<ServedWorkspace> {
    await clocked.setClock(at);
    const { id, client } = await TestWorkspace.make(clocked.service, { time_zone: 'UTC' });
    return new ServedWorkspace(clocked, id, client.token!);
  }

  /** Sends admin routes with the admin token and all others with a key of the workspace. */
  async send({ method, path, body }: ModelRequest): Promise<ModelResponse> {
    const { service } = this.clocked;
    const client = path.startsWith('/admin/') ? service.admin : service.client(this.token);
    const answer = await client.send({ method, path, ...(body !== undefined && { json: body }) });
    this.lags ||= answer.headers['projection-lag'] !== undefined;
    return { status: answer.status, body: jsonOf(answer) as ModelResponse['body'] };
  }

  async setClock(at: number): Promise<void> {
    await this.clocked.setClock(at);
  }

  async restart(rows: Rows): Promise<void> {
    await this.clocked.restart(rows);
    this.lags = true;
  }

  /** Runs a check of reads: it must pass at once, unless the service has reported that its rows lag. */
  async whenCaughtUp(check: () => Promise<void>): Promise<void> {
    const deadline = performance.now() + (this.lags ? CAUGHT_UP_MS : 0);
    for (;;) {
      try {
        await check();
        break;
      } catch (error) {
        if (performance.now() > deadline) throw error;
      }
    }
    this.lags = false;
  }
}
