import type { ServerTime } from '#kernel';
import { type LeaseRecords, type ReadModel, type ReadModelCacheWriter, type ReadModelWriter } from '#read-model';
import type { SharedRows } from '../../../apps/service/shared-stores.js';
import type { Lease } from '../../../libs/read-model/leases.js';
import { type RowsOptions, RowsWire } from './rows-wire.js';
import { SimulatedGenerations } from './simulated-generations.js';
import { SimulatedReadModel } from './simulated-read-model.js';
import { SimulatedWriter } from './simulated-writer.js';

/** One process's connection to the shared rows: each method of the port is one message or several, as with MongoDB. */
export class SimulatedRows implements SharedRows {
  readonly model: ReadModel;
  readonly writer: ReadModelWriter & ReadModelCacheWriter;
  readonly leases: LeaseRecords;
  readonly logLeases: LeaseRecords;
  private readonly wire: RowsWire;
  private readonly generations: SimulatedGenerations;

  constructor(private readonly options: RowsOptions) {
    const { database } = options;
    this.wire = new RowsWire(options);
    this.generations = new SimulatedGenerations(this.wire);
    this.model = new SimulatedReadModel(this.wire, this.generations);
    this.writer = new SimulatedWriter(this.wire, this.generations, this.model);
    this.leases = leasesOn(this.wire, this.wire.copy.leases, 'lease of the rows');
    this.logLeases = leasesOn(this.wire, database.logLeases, 'lease of the log');
  }

  ensure(): Promise<string> {
    return this.wire.ask('create the copy', (copy) => copy.create());
  }

  async isOf(generation: string): Promise<boolean> {
    return (await this.generations.mark())?.generation === generation;
  }

  markComplete(generation: string): Promise<void> {
    return this.wire.ask('mark the copy', (copy) => {
      if (copy.mark?.generation === generation) copy.mark = { generation, isComplete: true };
    });
  }

  async copyComplete(): Promise<boolean> {
    return (await this.generations.mark())?.isComplete ?? false;
  }

  async projectedRevisions(workspaceIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const generation = await this.generations.lastSeen();
    return this.wire.ask('projected revisions', (copy) => {
      const known = copy.storage(generation).projectedRevisions;
      return new Map(workspaceIds.flatMap((id) => (known.has(id) ? [[id, known.get(id)!]] : [])));
    });
  }

  async anyProjectedRevision(): Promise<{ readonly workspaceId: string; readonly revision: number } | undefined> {
    const mark = await this.generations.mark();
    if (!mark) return undefined;
    return this.wire.ask('any projected revision', (copy) => {
      const [first] = copy.storage(mark.generation).projectedRevisions;
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
