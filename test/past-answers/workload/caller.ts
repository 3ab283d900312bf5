import { Http } from '../../support/http.js';
import { ADMIN_TOKEN } from '../../support/service.js';
import { until } from '../../support/until.js';

/** An answer whose body is kept as the bytes that came. */
export interface Answered {
  readonly status: number;
  readonly body: string;
}

/** A write: who asks, and for what. `headers` beside those of every request. */
export interface Write {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly json?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends requests to the service that runs now, which is killed at times. It has no `expect` of a test, so that it runs
 * as a program, too.
 */
export class Caller {
  private http: Http;
  private barriers = 0;
  /** Whether rows were behind a write since the last barrier. */
  private lags = false;

  constructor(port: number) {
    this.http = new Http(port);
  }

  /** Continues with the process that listens there. */
  moveTo(port: number): void {
    this.http.close();
    this.http = new Http(port);
  }

  get(path: string, token: string | undefined): Promise<Answered> {
    return this.send({ method: 'GET', path }, token);
  }

  /** The body of a write that may be refused, also because the rows are too far behind: `{}` without a success. */
  async write(write: Write, token: string): Promise<Readonly<Record<string, unknown>>> {
    const { status, body } = await this.send(write, token);
    if (status >= 500 && status !== 503) throw new Error(`${write.method} ${write.path} → ${status}: ${body}`);
    return status < 300 ? (JSON.parse(body) as Record<string, unknown>) : {};
  }

  /** @throws Error it is not a success */
  async admin<Body>(write: Write): Promise<Body> {
    const { status, body } = await this.send(write, ADMIN_TOKEN);
    if (status >= 300) throw new Error(`${write.method} ${write.path} → ${status}: ${body}`);
    return JSON.parse(body) as Body;
  }

  /** Waits until the rows show every write that was answered, if an answer has said that they lag. */
  async becomeVisible(workspaceId: string): Promise<void> {
    if (this.lags) await this.passBarrier(workspaceId);
  }

  /** The one follower of the log has passed every event, those of workers too, once the rows show a later write. */
  async passBarrier(workspaceId: string): Promise<void> {
    const path = `/admin/workspaces/${workspaceId}`;
    await until('the rows show a write', async () => {
      this.lags = false;
      const json = { name: `Barrier ${(this.barriers += 1)}` };
      const { status } = await this.send({ method: 'PATCH', path, json }, ADMIN_TOKEN);
      return status === 200 && !this.lags;
    });
  }

  close(): void {
    this.http.close();
  }

  private async send(request: Parameters<Http['send']>[0], token: string | undefined): Promise<Answered> {
    const headers = { ...request.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    const { status, bytes, headers: answered } = await this.http.send({ ...request, headers });
    this.lags ||= status === 503 || answered['projection-lag'] !== undefined;
    return { status, body: bytes.toString() };
  }
}
