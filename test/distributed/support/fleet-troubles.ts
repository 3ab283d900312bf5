import { MongoClient } from 'mongodb';
import type { DistributedDeployment } from '../../support/deployments/distributed.js';
import { turnClock } from '../../support/other-clock.js';
import type { TcpProxy } from '../../support/proxy.js';
import type { Random } from '../../support/random.js';
import { until } from '../../support/until.js';
import type { Fleet, Slot } from './fleet.js';
import { leasesIn, pidOf } from './leases.js';

/** Something that happens to a process. */
interface Trouble {
  /** Whether it answers no request meanwhile. */
  readonly isSilent: boolean;
  /** Which turns it loses, by the names of their leases. */
  readonly loses: (lease: string) => boolean;
  /** @param meanwhile resolves when it has lasted long enough */
  readonly happens: (slot: Slot, meanwhile: () => Promise<void>) => Promise<void>;
}

const all = (): boolean => true;
const none = (): boolean => false;

/** What may happen to any process of a fleet. */
const TROUBLES: Readonly<Record<string, Trouble>> = {
  'is killed': { isSilent: true, loses: all, happens: (slot, meanwhile) => endedBy('kill', slot, meanwhile) },
  'is stopped': { isSilent: true, loses: all, happens: (slot, meanwhile) => endedBy('stop', slot, meanwhile) },
  'is paused': {
    isSilent: true,
    loses: all,
    happens: async (slot, meanwhile) => {
      process.kill(slot.service!.pid, 'SIGSTOP');
      try {
        await meanwhile();
      } finally {
        process.kill(slot.service!.pid, 'SIGCONT');
      }
    },
  },
  'does not reach the rows': {
    isSilent: true,
    loses: all,
    happens: ({ toRows }, meanwhile) => whileHanging(toRows, meanwhile),
  },
  // Leases are in the database of the rows.
  'does not reach the log': {
    isSilent: true,
    loses: none,
    happens: ({ toLog }, meanwhile) => whileHanging(toLog, meanwhile),
  },
  'is there twice': {
    isSilent: false,
    loses: none,
    happens: async (slot, meanwhile) => {
      const second = await slot.another();
      await meanwhile();
      await second.stop();
    },
  },
  // It decides nothing, but it folds what is decided.
  'has a clock that is an hour ahead': {
    isSilent: false,
    loses: (lease) => lease === 'workers',
    happens: async ({ service }, meanwhile) => {
      turnClock(service!);
      try {
        await meanwhile();
      } finally {
        turnClock(service!);
      }
    },
  },
};

async function endedBy(how: 'kill' | 'stop', slot: Slot, meanwhile: () => Promise<void>): Promise<void> {
  await slot.end(how);
  await meanwhile();
  await slot.start();
}

async function whileHanging(proxy: TcpProxy, meanwhile: () => Promise<void>): Promise<void> {
  proxy.hang();
  try {
    await meanwhile();
  } finally {
    proxy.release();
  }
}

/** Milliseconds within which a turn whose holder is gone is held by another process. */
const TAKEN_OVER_MS = 15_000;
/** A machine on which all processes share two cores is later than that. */
const SLACK_MS = 30_000;

/** Has one thing after the other happen to processes of a fleet. */
export class FleetTroubles {
  /** What has happened, and after how many milliseconds every turn was held again. */
  readonly story: string[] = [];

  constructor(
    private readonly fleet: Fleet,
    private readonly deployment: DistributedDeployment,
    private readonly random: Random,
  ) {}

  /**
   * Each kind of trouble once, in a random order, each at a random process.
   * @param progress resolves when clients have been answered by the processes that are left
   */
  async all(progress: () => Promise<void>): Promise<void> {
    const left = Object.keys(TROUBLES);
    while (left.length > 0) {
      const [what] = left.splice(this.random.below(left.length), 1) as [string];
      await this.happens(what, this.random.oneOf(this.fleet.slots), progress);
    }
  }

  private async happens(what: string, slot: Slot, progress: () => Promise<void>): Promise<void> {
    const { isSilent, loses, happens } = TROUBLES[what]!;
    const pid = slot.service!.pid;
    let tookOver = 0;
    slot.isTroubled = isSilent;
    await happens(slot, async () => {
      const began = performance.now();
      await this.untilHeld((holder, lease) => !loses(lease) || holder !== pid);
      tookOver = performance.now() - began;
      await progress();
    });
    slot.isTroubled = false;
    this.story.push(`process ${slot.name} ${what}; its turns were taken over within ${Math.round(tookOver)} ms`);
    await this.untilHeld((holder) => this.fleet.sound.includes(holder));
    await progress();
  }

  /** Waits until every turn is held by a process that passes, as the leases in the rows' database tell. */
  private async untilHeld(isFit: (pid: number, lease: string) => boolean): Promise<void> {
    const client = await MongoClient.connect(this.deployment.env['READMODEL_URL']!);
    try {
      let unfit: readonly string[] = [];
      const areFit = async (): Promise<boolean> => {
        const leases = await leasesIn(client);
        unfit = leases.filter((lease) => !isFit(pidOf(lease), lease._id)).map(({ _id }) => _id);
        return leases.length > 0 && unfit.length === 0;
      };
      await until(() => `the turns ${unfit.join()} are held`, areFit, TAKEN_OVER_MS + SLACK_MS);
    } finally {
      await client.close();
    }
  }
}
