import { LoadWriter } from '../../crash/load/load-writer.js';
import { readWorkspace } from '../../crash/load/expected-state.js';
import type { Random } from '../../support/random.js';
import { until } from '../../support/until.js';
import { expectSoundLog, recordedKeys, wholeLog } from '../../crash/support/whole-log.js';
import { caughtUp } from '../../support/caught-up.js';
import { Http } from '../../support/http.js';
import type { DistributedDeployment } from '../../support/deployments/distributed.js';
import type { Service } from '../../support/service.js';
import { TestWorkspace } from '../../support/workspace.js';
import { PatientClient } from './patient-client.js';
import { expectRowsOfLog } from './rebuilt-rows.js';

const MOST_MS = 180_000;

interface Driven {
  readonly service: Service;
  readonly client: PatientClient;
  readonly writers: readonly LoadWriter[];
}

/**
 * Concurrent clients that write into one workspace through all services of a deployment and know the expected state.
 */
export class Load {
  private goingOn = false;
  private answers = 0;
  private written: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly deployment: DistributedDeployment,
    private readonly token: string,
    private readonly driven: readonly Driven[],
  ) {}

  /** @param writers the number of writers per service. */
  static async on(
    deployment: DistributedDeployment,
    services: readonly Service[],
    random: Random,
    writers = 8,
  ): Promise<Load> {
    const token = (await TestWorkspace.make(services[0]!)).client.token!;
    const driven = services.map((service, at): Driven => {
      const client = new PatientClient(new Http(service.port), service.contract, token);
      return {
        service,
        client,
        writers: Array.from({ length: writers }, (_, writer) => new LoadWriter(at * writers + writer, random)),
      };
    });
    return new Load(deployment, token, driven);
  }

  /** Starts all clients. */
  start(): void {
    this.goingOn = true;
    const acknowledged = (): void => void (this.answers += 1);
    this.written = Promise.all(
      this.driven.flatMap(({ client, writers }) =>
        writers.map((writer) => writer.write(client, () => this.goingOn, acknowledged)),
      ),
    );
    // The next `acknowledged` or `stop` throws the error.
    this.written.catch(() => (this.goingOn = false));
  }

  /** Waits until `more` further writes have been answered. */
  async acknowledged(more: number): Promise<void> {
    const target = this.answers + more;
    await until(`${more} more writes are answered`, () => this.answers >= target || !this.goingOn, MOST_MS);
    if (!this.goingOn) await this.written;
  }

  /** Stops the clients after their current writes. */
  async stop(): Promise<void> {
    this.goingOn = false;
    await this.written;
  }

  /**
   * Checks each service against the acknowledged writes, and the rows against the log: no write is lost, repeated or
   * counted twice.
   */
  async expectNothingLostOrTwice(): Promise<void> {
    for (const { service, writers: own } of this.driven) {
      await caughtUp(service.client(this.token));
      const view = await readWorkspace(service.client(this.token));
      for (const writer of this.driven.flatMap(({ writers }) => writers)) writer.expectState(view);
      expect(own.filter(({ unanswered }) => unanswered !== undefined)).toEqual([]);
    }
    const log = await wholeLog(this.deployment);
    expectSoundLog(log);
    const keys = recordedKeys(log);
    expect(new Set(keys).size).toBe(keys.length);
    const keyed = this.driven.flatMap(({ writers }) => writers).reduce((sum, writer) => sum + writer.keyedWrites, 0);
    expect(keys.length).toBe(this.driven.reduce((sum, { client }) => sum + client.added, keyed));
    await expectRowsOfLog(this.deployment);
  }
}
