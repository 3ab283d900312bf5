import type { ServerTime } from '#kernel';
import type {
  LeaseRecords,
  LifeRecords,
  ReadModel,
  ReadModelCacheWriter,
  ReadModelWriter,
  RebuildId,
  RebuildRecords,
} from '#read-model';
import type { SharedRows } from '../../../apps/service/shared-stores.js';
import type { Lease } from '../../../libs/read-model/leases.js';
import { type RowsOptions, RowsWire } from './rows-wire.js';
import { SimulatedGenerations } from './simulated-generations.js';
import { FOLLOWER_PROJECTIONS } from '../../../apps/service/catalogue.js';
import { MarkedRows } from '../../../libs/read-model/mongodb/marked-rows.js';
import { PersonalRows } from '../../../libs/read-model/personal-rows.js';
import { LiveSimulatedReadModel } from './simulated-read-model.js';
import { SimulatedRowsBeside } from './simulated-rows-beside.js';
import { SimulatedWriter } from './simulated-writer.js';

/** Milliseconds between two reads of the mark while rows are awaited. */
const EXCHANGE_SEEN_MS = 100;

/** One process's connection to the shared rows: each method of the port is one message or several, as with MongoDB. */
export class SimulatedRows extends MarkedRows implements SharedRows {
  readonly model: ReadModel;
  readonly writer: ReadModelWriter & ReadModelCacheWriter;
  readonly leases: LeaseRecords;
  readonly logLeases: LeaseRecords;
  readonly life: LifeRecords;
  private readonly wire: RowsWire;
  readonly rebuilds: RebuildRecords;
  protected readonly generations: SimulatedGenerations;
  private readonly personal: PersonalRows;
  /** When the mark was read for those who wait. */
  private lookedAt = -Infinity;

  constructor(private readonly options: RowsOptions) {
    super();
    const { database } = options;
    this.wire = new RowsWire(options);
    this.generations = new SimulatedGenerations(this.wire);
    this.personal = new PersonalRows(options.projections ?? FOLLOWER_PROJECTIONS);
    const model = new LiveSimulatedReadModel(this.wire, this.generations);
    this.model = model;
    this.writer = new SimulatedWriter(this.wire, this.generations, model, this.personal);
    this.rebuilds = recordsOn(this.wire);
    this.leases = leasesOn(this.wire, this.wire.copy.leases, 'lease of the rows');
    this.logLeases = leasesOn(this.wire, database.logLeases, 'lease of the log');
    this.life = lifeOn(this.wire, database.signs);
  }

  ensure(): Promise<string> {
    return this.wire.ask('create the copy', (copy) => copy.create());
  }

  rowsBeside(rebuild: RebuildId): SimulatedRowsBeside {
    return new SimulatedRowsBeside(this.wire, rebuild, this.personal);
  }

  protected dropUnnamed(): Promise<void> {
    return this.rowsBeside({ id: '', kind: 'rebuild' }).dropUnnamed();
  }

  markComplete(generation: string): Promise<void> {
    return this.wire.ask('mark the copy', (copy) => {
      if (copy.mark?.generation === generation) copy.mark = { ...copy.mark, complete: true };
    });
  }

  async stamp(follower: string): Promise<string> {
    const set = await this.generations.set();
    return this.wire.ask('stamp of the rows', (copy) => {
      const { checkpoints, commits } = copy.storage(set);
      return `${set.generation}|${checkpoints.get(follower)}|${commits}`;
    });
  }

  async projectedRevisions(workspaceIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const now = this.options.monotonic();
    if (now - this.lookedAt >= EXCHANGE_SEEN_MS) {
      this.lookedAt = now;
      await this.generations.mark();
    }
    const set = await this.generations.set();
    return this.wire.ask('projected revisions', (copy) => {
      const known = copy.storage(set).projectedRevisions;
      return new Map(workspaceIds.flatMap((id) => (known.has(id) ? [[id, known.get(id)!]] : [])));
    });
  }

  async anyProjectedRevision(): Promise<{ readonly workspaceId: string; readonly revision: number } | undefined> {
    const mark = await this.generations.mark();
    if (!mark) return undefined;
    return this.wire.ask('any projected revision', (copy) => {
      const [first] = copy.storage(mark).projectedRevisions;
      return first && { workspaceId: first[0], revision: first[1] };
    });
  }

  registerSharedValue(name: string, values: readonly string[]): Promise<boolean> {
    const { database } = this.options;
    return this.wire.ask('shared value', () => {
      const given = database.sharedValues.get(name);
      const isShared = given === undefined || values.some((each) => given.includes(each));
      if (isShared) database.sharedValues.set(name, values);
      return isShared;
    });
  }

  replaceSharedValue(name: string, values: readonly string[]): Promise<void> {
    return this.wire.ask('shared value', () => void this.options.database.sharedValues.set(name, values));
  }

  serverTime(): Promise<ServerTime | undefined> {
    const { kernel, monotonic } = this.options;
    const asked = monotonic();
    return this.wire
      .ask('time of the rows', () => Math.floor(kernel.now()))
      .then((time) => ({ time, asked, answered: monotonic() }));
  }

  health(): { readonly detail: string | undefined } {
    const { network, owner } = this.options;
    return { detail: network.isOutFor(owner) ? 'The read model does not answer.' : undefined };
  }

  /** Later calls fail. */
  close(): void {
    this.wire.isClosed = true;
  }
}

/** Each call is one message, and conditional. */
function recordsOn(wire: RowsWire): RebuildRecords {
  return {
    find: () => wire.ask('the last rebuild', ({ rebuild }) => rebuild),
    begin: (next, before) =>
      wire.ask('record a rebuild', (copy) => {
        if (copy.rebuild?.id !== before) return false;
        copy.rebuild = next;
        return true;
      }),
    update: (next) =>
      wire.ask('record of a rebuild', (copy) => {
        if (copy.rebuild?.id === next.id && !copy.rebuild.isEnded) copy.rebuild = next;
      }),
  };
}

/** Each call is one message. */
function lifeOn(wire: RowsWire, signs: Map<string, number>): LifeRecords {
  return {
    sign: (process) => wire.ask('sign of life', () => new Map(signs.set(process, (signs.get(process) ?? 0) + 1))),
    remove: (processes) =>
      wire.ask('processes that have ended', () => {
        for (const process of processes) signs.delete(process);
      }),
  };
}

/** Each call is one message; the exchange is conditional. */
function leasesOn(wire: RowsWire, leases: Map<string, Lease>, what: string): LeaseRecords {
  return {
    find: (name) => wire.ask(what, () => leases.get(name)),
    exchange: (name, seen, next) =>
      wire.ask(what, () => {
        const found = leases.get(name);
        if (found?.owner !== seen?.owner || found?.beats !== seen?.beats) return false;
        leases.set(name, next);
        return true;
      }),
  };
}
