import type { ModelRequest, ModelResponse } from '../../../libs/dialing/testing/reference-model/http.js';
import { jsonOf } from '../../support/contract.js';
import { TestWorkspace } from '../../support/workspace.js';
import type { ClockedService, Rows } from './clocked-service.js';

/** As long as another process may take to fold the log in a killed one's place. */
const CAUGHT_UP_MS = 30_000;

/** A workspace of its own on a service that goes through restarts. */
export class ServedWorkspace {
  /** Something was written, or the service started, and its rows may not have it yet: it said so itself. */
  private lags = false;

  private constructor(
    private readonly clocked: ClockedService,
    readonly id: string,
    private readonly token: string,
  ) {}

  /** @param at where the clock stands when it is made: nothing in it is ever dated before; milliseconds since 1970 */
  static async make(clocked: ClockedService, at: number): Promise<ServedWorkspace> {
    await clocked.setClock(at);
    const { id, client } = await TestWorkspace.make(clocked.service, { time_zone: 'UTC' });
    return new ServedWorkspace(clocked, id, client.token!);
  }

  /** Routes of the admin are asked with the admin's token, all others with a key of the workspace. */
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

  /** A check of what can be read: it must hold at once, unless the service itself has said that its rows are behind. */
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
