import { connect } from 'node:net';
import { caughtUp } from '../support/caught-up.js';
import { Client } from '../support/client.js';
import { Http } from '../support/http.js';
import { createDeployment } from '../support/deployments/create-deployment.js';
import { pairUnderTest } from '../support/deployments/deployment.js';
import type { Deployment } from '../support/deployments/deployment.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { TestWorkspace } from '../support/workspace.js';
import { LoadWriter } from './load/load-writer.js';
import { readWorkspace } from './load/expected-state.js';
import { Random, seedOfThisRun } from '../support/random.js';
import { until } from '../support/until.js';
import { expectSoundLog, wholeLog } from './support/whole-log.js';

/*
 * Goal: a service that gets SIGTERM answers what it has begun, takes nothing new, ends in time and loses nothing.
 * Method: writers keep requests in flight while the signal is sent; every one of them must be answered, and the
 * restarted service must show all of them.
 */

/** Fewer writers on the distributed pair: the stand-in for MongoDB cannot follow more. */
const WRITERS = pairUnderTest() === 'embedded' ? 60 : 8;
const STOP_MS = 10_000;
const ANSWERS = 8 * WRITERS;

function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  });
}

describe('a service that gets SIGTERM under load', () => {
  const random = new Random(seedOfThisRun());
  let deployment: Deployment;
  let service: Service;

  afterAll(async () => {
    await service?.kill();
    await deployment?.remove();
  });

  it('answers the requests in flight, accepts no connection, ends with 0 within 10 s, and loses nothing', async () => {
    deployment = await createDeployment();
    service = await startService({ deployment });
    const token = (await TestWorkspace.make(service)).client.token!;
    const writers = Array.from({ length: WRITERS }, (_, at) => new LoadWriter(at, random));
    const http = new Http(service.port);
    const client = new Client(http, service.contract, token);
    let answers = 0;
    let stopped = Infinity;
    const acknowledged = (): void => {
      answers += 1;
      if (answers !== ANSWERS) return;
      stopped = performance.now();
      process.kill(service.pid, 'SIGTERM');
    };
    // Writers send nothing after the signal: what is unanswered then was in flight.
    const written = writers.map((writer) => writer.write(client, () => stopped === Infinity, acknowledged));
    const refused = until('new connections are refused', () => stopped < Infinity && isRefused(service.port), 60_000);
    await Promise.all([...written, refused]);
    expect(await service.exit).toEqual({ code: 0, signal: null });
    expect(performance.now() - stopped).toBeLessThan(STOP_MS);
    http.close();
    // Each request in flight was answered.
    expect(writers.filter(({ unanswered }) => unanswered !== undefined)).toEqual([]);
    expect(answers).toBeGreaterThan(ANSWERS);

    service = await startService({ deployment });
    await caughtUp(service.client(token));
    const view = await readWorkspace(service.client(token));
    for (const writer of writers) writer.expectState(view);
    expectSoundLog(await wholeLog(deployment));
  }, 90_000);
});
