import type { Provider } from '@nestjs/common';
import { listDrains, tellPlaces, TIME_ZONE_DATA } from '#dialing/domain';
import { ReadyGate } from '#http';
import { CLOCK, type Clock, type ClockTrouble, clockToWriteBy, ID_SOURCE, inTurn, TIMERS, type Tracer } from '#kernel';
import {
  HeldBoard,
  lagWithHeldStreams,
  PAGE_READER,
  pagesHere,
  PROGRESS,
  READ_MODEL,
  READ_MODEL_CACHE_WRITER,
  ROW_CHANGES,
  ROWS_LAG,
  workspaceOf,
} from '#read-model';
import { PERSONAL_KEYS, type PersonalKeys } from '#personal-data';
import { EVENT_LOG, EVENTS_INDEX } from '#timeline';
import { WaitingDeliveries } from '#webhooks';
import { ALLOWED_ADDRESSES } from '#webhooks/domain';
import { BATCH_LIMITS, COMMAND_DECIDER, DURABLE_EVENTS, WorkspaceHeads } from '#workspace-head';
import {
  AesSecretBox,
  DELIVERIES_WAITING,
  KEY_KIND,
  RANDOMNESS,
  SECRET_BOX,
  unlessDeleted,
  unlessPaused,
  withinQuotas,
} from '#workspaces';
import { authorize } from '#workspaces/domain';
import { PROJECTIONS, SCHEMAS } from './catalogue.js';
import type { Config } from './config.js';
import { EventSkipping } from './event-skipping.js';
import { type Machine, systemMachine } from './machine.js';
import { deriveAll } from './secrets-key.js';
import { Projections } from './rebuild/projections.js';
import type { SecretsKeys } from './secrets-keys.js';
import { NO_EVENTS_INDEX } from './served-events-index.js';
import { ShreddedAgain } from './shredded-again.js';
import type { StorePair } from './store-pair.js';
import { TestClock } from './test-clock.js';

/** The ports of the slices. */
export interface Ports {
  readonly machine: Machine;
  readonly clock: Clock;
  /** A sentence while the machine's clock is wrong. */
  readonly clockTrouble: ClockTrouble;
  /** For rows that are written by it: see `clockToWriteBy`. */
  readonly clockToWriteBy: Clock;
  /** The clock, where it can be set. */
  readonly testClock: TestClock | undefined;
  readonly decider: WorkspaceHeads;
  /** Held streams, for health and metrics. */
  readonly heldBoard: HeldBoard;
  /** Opens stored secrets. */
  readonly box: AesSecretBox;
  /** Destroys the keys of contacts that are erased, of days that have ended, and of deleted workspaces. */
  readonly personalKeys: Pick<PersonalKeys, 'keyIds' | 'shredKeys' | 'shredDays' | 'shredWorkspace'>;
  /** To be begun when commands can be sent: this process is not ready before it is done. */
  readonly shreddedAgain: ShreddedAgain;
  /** The secrets from which page tokens get their keys: the first one signs, all of them verify. */
  readonly secrets: SecretsKeys;
  readonly providers: readonly Provider[];
}

/**
 * Makes the ports of a process over its stores. `secretsKeys` are never used directly: each purpose has derived keys of
 * its own.
 * @param clockTrouble a sentence while the machine's clock is wrong
 * @param tracer undefined: nothing is traced
 */
export function makePorts(
  config: Config,
  pair: StorePair,
  secretsKeys: SecretsKeys,
  clockTrouble: ClockTrouble,
  machine = systemMachine,
  tracer?: Tracer,
): Ports {
  const { timers, ids, randomness } = machine;
  const testClock = config.testClock ? new TestClock(machine.clock) : undefined;
  const clock = testClock ?? machine.clock;
  const deliveries = new WaitingDeliveries(pair.readModel, timers);
  const { store, skipped } = pair;
  const heldBoard = new HeldBoard({
    ...pair,
    released: async (rows) => {
      await skipped.refresh(store);
      for (const { stream } of rows) {
        const workspaceId = workspaceOf(stream);
        if (workspaceId !== undefined) decider.forgetHead(workspaceId);
      }
    },
  });
  const decider = new WorkspaceHeads({
    store,
    heldAt: (workspaceId) => heldBoard.heldAt(workspaceId),
    learnSkips: () => skipped.refresh(store),
    readModel: pair.readModel,
    progress: pair.progress,
    mayAnswerAhead: pair.isSoleProcess,
    projections: PROJECTIONS,
    schemas: SCHEMAS,
    clock,
    clockTrouble,
    ids,
    timers,
    idempotencyDays: config.idempotencyDays,
    authorize: (view, { id }, scope) => authorize(view, id!, scope),
    rule: inTurn(unlessDeleted, unlessPaused, withinQuotas(deliveries)),
    annotate: tellPlaces,
    consequences: listDrains,
    limits: { ...BATCH_LIMITS, ...pair.gathers },
    tracer,
  });
  pair.onProgress(() => void heldBoard.refresh());
  void heldBoard.refresh();
  const box = new AesSecretBox(deriveAll(secretsKeys, 'signing secrets'), randomness);
  const shreddedAgain = new ShreddedAgain();
  const providers: Provider[] = [
    { provide: COMMAND_DECIDER, useValue: decider },
    { provide: DURABLE_EVENTS, useValue: decider },
    { provide: READ_MODEL, useValue: pair.readModel },
    { provide: PAGE_READER, useValue: pair.pages ?? pagesHere(pair.readModel) },
    { provide: READ_MODEL_CACHE_WRITER, useValue: pair.cacheWriter },
    { provide: EVENTS_INDEX, useValue: pair.eventsIndex ?? NO_EVENTS_INDEX },
    { provide: EVENT_LOG, useValue: store },
    { provide: PROGRESS, useValue: pair.progress },
    { provide: ROW_CHANGES, useValue: pair.changes },
    { provide: ROWS_LAG, useValue: lagWithHeldStreams(pair.lag, heldBoard) },
    { provide: CLOCK, useValue: clock },
    ...(testClock ? [{ provide: TestClock, useValue: testClock }] : []),
    { provide: ID_SOURCE, useValue: ids },
    { provide: TIMERS, useValue: timers },
    { provide: RANDOMNESS, useValue: randomness },
    { provide: TIME_ZONE_DATA, useValue: machine.timeZoneData },
    { provide: SECRET_BOX, useValue: box },
    { provide: PERSONAL_KEYS, useValue: pair.personalKeys },
    { provide: DELIVERIES_WAITING, useValue: deliveries },
    { provide: KEY_KIND, useValue: config.production ? 'live' : 'test' },
    { provide: ALLOWED_ADDRESSES, useValue: config.webhookAllow },
    { provide: EventSkipping, useValue: new EventSkipping({ ...pair, clock, ids }) },
    { provide: Projections, useValue: new Projections({ pair, decider, timers, clock, clockTrouble }) },
    { provide: ReadyGate, useValue: readyGate(pair, shreddedAgain) },
  ];
  return {
    machine,
    clock,
    clockTrouble,
    clockToWriteBy: clockToWriteBy(clock, clockTrouble),
    testClock,
    decider,
    heldBoard,
    box,
    personalKeys: pair.personalKeys,
    shreddedAgain,
    secrets: deriveAll(secretsKeys, 'page tokens'),
    providers,
  };
}

function readyGate({ progress, copying, readModel }: StorePair, shreddedAgain: ShreddedAgain): ReadyGate {
  return {
    generations: readModel.generations,
    get ready() {
      return progress.ready && shreddedAgain.done;
    },
    get reason() {
      return progress.ready ? 'What was erased before is being shredded again.' : copying();
    },
  };
}
