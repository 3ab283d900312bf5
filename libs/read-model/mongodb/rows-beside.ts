// docs/adr/0051-rows-in-mongodb-are-exchanged-by-their-mark.md
import { randomUUID } from 'node:crypto';
import type { Filter, UpdateFilter } from 'mongodb';
import { ReadModelUnavailableError } from '../read-model.js';
import type { Exchanged, OpenedRows, RebuildId, RowsBeside } from '../rows-beside.js';
import type { Calls } from './calls.js';
import type { RowsSource } from './generations.js';
import type { BuildingMark, CopyDocument, SetMark } from './copy-documents.js';
import type { ReadModelCopy } from './read-model-copy.js';
import { MongoReadModel } from './reading.js';
import { thaw } from './thaw.js';
import { MongoReadModelWriter } from './writer.js';

export interface RowsBesidePorts {
  readonly copy: ReadModelCopy;
  readonly calls: Calls;
  readonly rebuild: RebuildId;
  /** Largest number of statements of one bulk write. */
  readonly batch: number;
}

const ANOTHER = 'Another process rebuilds or exchanges the rows.';
const GONE = 'The rows that a rebuild has made are gone.';
const ABSENT = { $exists: false };

/** The set of collections into which a rebuild writes; the copy's mark says which one that is. */
export class MongoRowsBeside implements RowsBeside {
  /** Of this `begin`, in the mark: one that another process has followed freezes and exchanges nothing more. */
  private attempt = '';
  /** The generation of the set that was opened: another process may have begun the rebuild anew, in another set. */
  private opened: string | undefined;

  constructor(private readonly ports: RowsBesidePorts) {}

  async begin(): Promise<OpenedRows | 'live' | 'none'> {
    const { copy, calls, rebuild } = this.ports;
    const mark = await this.mark();
    if (mark.rebuild?.id === rebuild.id) return 'live';
    if (!this.isOwn(mark.building)) await (rebuild.kind === 'back' ? this.takeKept(mark) : this.beginEmpty(mark));
    const hasSet = await this.takeOver();
    if (!hasSet && rebuild.kind === 'back') return 'none';
    const { building } = await this.mark();
    if (!hasSet || !this.isOwn(building)) throw new ReadModelUnavailableError(ANOTHER);
    await calls.write(() => copy.setOf(building).create());
    return this.open();
  }

  /**
   * From now on the attempts before this one can neither freeze the live rows nor exchange them, however late their
   * writes arrive, and what they have frozen is thawed. @returns whether the rebuild has a set
   */
  private takeOver(): Promise<boolean> {
    this.attempt = randomUUID();
    const isOwn = { 'building.id': this.ports.rebuild.id, 'building.isDropping': ABSENT };
    return this.changes(isOwn, { $set: { 'building.attempt': this.attempt }, $unset: { exchanging: '' } });
  }

  private async beginEmpty(mark: CopyDocument): Promise<void> {
    const { copy, calls, rebuild } = this.ports;
    const { id } = rebuild;
    const { generation: live } = mark;
    // Before anything of it is dropped, nobody may go back to the set that is kept.
    const isAsSeen = { generation: live, 'building.generation': mark.building?.generation ?? ABSENT };
    await this.change(isAsSeen, { $unset: { kept: '', building: '', exchanging: '' } });
    await calls.write(() => copy.dropUnnamed());
    const generation = randomUUID();
    const building = { id, generation, set: generation.slice(0, 8) };
    await this.change({ generation: live, building: ABSENT }, { $set: { building } });
  }

  private async takeKept({ generation, kept }: CopyDocument): Promise<void> {
    if (!kept || kept.isDropping) return;
    const { since: _since, ...set } = kept;
    const filter = { generation, 'kept.generation': kept.generation, 'kept.isDropping': ABSENT };
    const building = { id: this.ports.rebuild.id, ...set };
    await this.changes(filter, { $set: { building }, $unset: { kept: '' } });
  }

  async open(): Promise<OpenedRows> {
    const { copy, calls, batch } = this.ports;
    const { building } = await this.mark();
    if (!this.isOwn(building)) throw new ReadModelUnavailableError(GONE);
    const { generation } = building;
    this.opened = generation;
    const set = copy.setOf(building);
    const isThere = async () => this.isOpened((await this.mark()).building);
    const source: RowsSource = {
      set: async () => set,
      lastSeen: async () => generation,
      seenNow: async () => ((await isThere()) ? generation : undefined),
      setForBatch: async () => ((await isThere()) ? set : undefined),
      // None is kept while one is built.
      dropKept: async () => undefined,
    };
    const model = new MongoReadModel(source, calls);
    return { model, writer: new MongoReadModelWriter(calls, model, copy.personal, batch) };
  }

  async freeze(): Promise<void> {
    await this.change(this.ifOpened(), { $set: { exchanging: this.attempt } });
  }

  thaw(): Promise<void> {
    const { copy, calls } = this.ports;
    return thaw(copy, calls, this.attempt);
  }

  async exchange({ origin, differs, keeps, at: since }: Exchanged): Promise<void> {
    const { id } = this.ports.rebuild;
    const mark = await this.mark();
    const { building } = mark;
    if (!this.isOpened(building)) throw new ReadModelUnavailableError(GONE);
    const kept = { ...ofSet(mark), since, ...(!keeps && { isDropping: true as const }) };
    const live = ofSet(origin === undefined ? building : { ...building, origin });
    const gone = (['set', 'origin'] as const).filter((field) => live[field] === undefined);
    const isExchanged = await this.changes(
      { generation: mark.generation, exchanging: this.attempt, ...this.ifOpened() },
      {
        $set: { ...live, kept, rebuild: { id, differs } },
        $unset: { building: '', exchanging: '', ...Object.fromEntries(gone.map((field) => [field, ''])) },
      },
    );
    // It may have been done, and its answer lost.
    if (!isExchanged && (await this.mark()).rebuild?.id !== id) throw new ReadModelUnavailableError(ANOTHER);
  }

  async discard(): Promise<void> {
    const { copy, calls, rebuild } = this.ports;
    const { building } = await this.mark();
    if (building?.id !== rebuild.id) return;
    // Marked first: another process may continue it. Forgotten last: a process that is killed in between leaves it to
    // the next one, which still finds it in the mark.
    const isIt = { 'building.generation': building.generation };
    const dropping = { $set: { 'building.isDropping': true }, $unset: { exchanging: '' } } as const;
    if (!(await this.changes(isIt, dropping))) return;
    await calls.write(() => copy.setOf(building).drop());
    await this.changes(isIt, { $unset: { building: '' } });
  }

  /** Whether this is the set of this rebuild. */
  private isOwn(building: BuildingMark | undefined): building is BuildingMark {
    return building?.id === this.ports.rebuild.id && !building.isDropping;
  }

  /** Whether this is the set that was opened. */
  private isOpened(building: BuildingMark | undefined): building is BuildingMark {
    return this.isOwn(building) && building.generation === this.opened;
  }

  /** Of a mark in which the opened set is being built, by this attempt. */
  private ifOpened(): object {
    return {
      'building.generation': this.opened ?? '',
      'building.attempt': this.attempt,
      'building.isDropping': ABSENT,
    };
  }

  private async mark(): Promise<CopyDocument> {
    const { copy, calls } = this.ports;
    const found = await calls.read(() => copy.copies.findOne({ _id: copy.suffix }));
    if (found) return found;
    throw new ReadModelUnavailableError('The read model in MongoDB was dropped and is not there again yet.');
  }

  private async change(filter: object, update: UpdateFilter<CopyDocument>): Promise<void> {
    if (await this.changes(filter, update)) return;
    throw new ReadModelUnavailableError(ANOTHER);
  }

  /** @returns whether the mark was as the filter says */
  private async changes(filter: object, update: UpdateFilter<CopyDocument>): Promise<boolean> {
    const { copy, calls } = this.ports;
    const exactly = { ...filter, _id: copy.suffix } as Filter<CopyDocument>;
    const { matchedCount } = await calls.write(() => copy.copies.updateOne(exactly, update));
    return matchedCount === 1;
  }
}

function ofSet({ generation, set, origin }: SetMark): SetMark {
  return { generation, ...(set !== undefined && { set }), ...(origin !== undefined && { origin }) };
}
