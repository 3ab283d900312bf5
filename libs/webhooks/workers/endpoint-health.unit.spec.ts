import { instant } from '#kernel';
import { TEST_START, TestWorkspace, testId } from '#kernel/testing';
import { DecidingHarness, settled } from '#workers/testing';
import { expectPrintable } from '../../http/testing/sent-commands.js';
import { JudgeHealthHandler } from '../commands/judge-health.command.js';
import { PAUSE_AFTER_MS, WEBHOOK_ENDPOINTS } from '../domain/index.js';
import { AROUND_ENDPOINTS, created, ONE } from '../testing/endpoints-past.js';
import type { AttemptReport, ReportedResult } from './attempt/attempt-report.js';
import { EndpointHealth, type EndpointHealthPorts } from './endpoint-health.js';

const WORKSPACE = testId(8);

class Around extends DecidingHarness implements EndpointHealthPorts {
  readonly workspace = new TestWorkspace(AROUND_ENDPOINTS, { workspaceId: WORKSPACE }).append([
    created(ONE, 'call.ended'),
  ]);
  readonly bus = this.busTo(new JudgeHealthHandler(this.decider));
  readonly ids = { next: () => 'made' };
  readonly warnings: string[] = [];
  readonly warn = (sentence: string): void => void this.warnings.push(sentence);
  /** When the delivered deliveries of the endpoint were attempted last. */
  successes: readonly string[] = [];
  readonly readModel = {
    getMany: (async () => this.workspace.all(WEBHOOK_ENDPOINTS)) as never,
    page: (async () => this.successes.map((at) => ({ attempts: [{ at: '' }, { at }] }))) as never,
  };
  readonly health = new EndpointHealth(this);

  of(): TestWorkspace {
    return this.workspace;
  }

  show(): Promise<void> {
    return Promise.resolve();
  }

  /** An attempt that began this number of milliseconds after the start has ended. */
  ends(milliseconds: number, result: ReportedResult, more: Partial<AttemptReport> = {}): void {
    const report = { workspaceId: WORKSPACE, endpointId: ONE, eventId: `attempt ${milliseconds}`, result };
    this.health.onAttempt({ ...report, at: at(milliseconds), ...more } as AttemptReport);
  }

  get state() {
    const { failing_since, paused_at } = this.workspace.all(WEBHOOK_ENDPOINTS)[0]!;
    return [failing_since, paused_at !== null];
  }
}

const at = (milliseconds: number) => instant(TEST_START + milliseconds);

it('tells the log of the first failure and of the first success, with the attempt as the cause', async () => {
  const around = new Around();
  around.ends(1_000, 'retrying');
  await settled();
  expect(around.state).toEqual([at(1_000), false]);
  around.ends(2_000, 'exhausted');
  await settled();
  around.ends(3_000, 'delivered');
  await settled();
  expect(around.state).toEqual([null, false]);
  around.ends(4_000, 'delivered');
  await settled();
  expect(around.commands).toMatchObject([
    { actor: { kind: 'system', id: 'endpoint_health' }, causationId: 'attempt 1000' },
    { causationId: 'attempt 3000' },
  ]);
  expectPrintable(around.sent, ['JudgeHealth']);
});

it('says nothing of attempts to outcomes, and of those that are not on record', async () => {
  const around = new Around();
  around.ends(1_000, 'retrying', { endpointId: '' });
  around.ends(1_000, 'not_charged', { eventId: null });
  await settled();
  expect(around.commands).toEqual([]);
});

it('judges one attempt at a time, then the last success and the last failure of those that ended meanwhile', async () => {
  const around = new Around();
  for (const [milliseconds, result] of [
    [1_000, 'retrying'],
    [2_000, 'retrying'],
    [3_000, 'delivered'],
    [4_000, 'retrying'],
  ] as const)
    around.ends(milliseconds, result);
  await settled();
  expect(around.state).toEqual([at(4_000), false]);
  expect(around.commands.map(({ causationId }) => causationId)).toEqual(
    [1_000, 3_000, 4_000].map((n) => `attempt ${n}`),
  );
});

it('pauses after five days, and warns the operator once', async () => {
  const around = new Around();
  around.successes = [at(999)];
  around.ends(1_000, 'retrying');
  await settled();
  around.ends(1_000 + PAUSE_AFTER_MS, 'retrying');
  await settled();
  around.ends(2_000 + PAUSE_AFTER_MS, 'retrying');
  await settled();
  expect(around.state).toEqual([at(1_000), true]);
  expect(around.warnings).toEqual([expect.stringContaining(ONE)]);
  expect(around.commands).toHaveLength(2);
});

it('does not pause where the rows have a success that no process told of', async () => {
  const around = new Around();
  around.ends(1_000, 'retrying');
  await settled();
  around.successes = [at(5_000), at(900)];
  around.ends(1_000 + PAUSE_AFTER_MS, 'retrying');
  await settled();
  expect([around.state, around.warnings]).toEqual([[at(1_000 + PAUSE_AFTER_MS), false], []]);
});

it('leaves what it cannot tell to the next attempt, and stops', async () => {
  const around = new Around();
  around.failing = () => new Error('away');
  around.ends(1_000, 'retrying');
  await settled();
  expect(around.state).toEqual([null, false]);
  around.failing = () => undefined;
  around.ends(2_000, 'retrying');
  await settled();
  expect(around.state).toEqual([at(2_000), false]);
  await around.health.stop();
  around.ends(3_000, 'delivered');
  await settled();
  expect(around.state).toEqual([at(2_000), false]);
});
