import { type OpenedRows, type RebuildId, ReadModelUnavailableError, type RowsBeside } from '#read-model';
import type { PersonalRows } from '../../../libs/read-model/personal-rows.js';
import type { Exchanged } from '../../../libs/read-model/rows-beside.js';
import type { BuildingMark, CopyMark } from './rows-copy.js';
import type { RowsWire } from './rows-wire.js';
import { type RowsSource, thaw } from './simulated-generations.js';
import { SimulatedReadModel } from './simulated-read-model.js';
import { SimulatedWriter } from './simulated-writer.js';

/** As in libs/read-model/mongodb/rows-beside.ts: each change of the mark is one conditional message. */
export class SimulatedRowsBeside implements RowsBeside {
  private attempt = '';
  private opened: string | undefined;

  constructor(
    private readonly wire: RowsWire,
    private readonly rebuild: RebuildId,
    private readonly personal: PersonalRows,
  ) {}

  async begin(): Promise<OpenedRows | 'live' | 'none'> {
    const { id, kind } = this.rebuild;
    const mark = await this.mark();
    if (mark.rebuild?.id === id) return 'live';
    if (!this.isOwn(mark.building)) await (kind === 'back' ? this.takeKept(mark) : this.beginEmpty(mark));
    if (await this.takeOver()) return this.open();
    if (kind === 'back') return 'none';
    throw new ReadModelUnavailableError(ANOTHER);
  }

  private async takeOver(): Promise<boolean> {
    const { wire } = this;
    this.attempt = await wire.ask('name an attempt', (copy) => copy.newGeneration());
    const isOwn = ({ building }: CopyMark): boolean => this.isOwn(building);
    return wire.changeMark('take a rebuild over', isOwn, ({ building }) => ({
      building: { ...building!, attempt: this.attempt },
      exchanging: undefined,
    }));
  }

  private async beginEmpty(seen: CopyMark): Promise<void> {
    const isSeen = ({ generation }: CopyMark): boolean => generation === seen.generation;
    const isAsSeen = (mark: CopyMark): boolean =>
      isSeen(mark) && mark.building?.generation === seen.building?.generation;
    await this.change('forget other rows', isAsSeen, () => ({
      ...{ kept: undefined, building: undefined, exchanging: undefined },
    }));
    await this.dropUnnamed();
    const generation = await this.wire.ask('name a generation', (copy) => copy.newGeneration());
    const building = { id: this.rebuild.id, generation, set: generation };
    const isFree = (mark: CopyMark): boolean => isSeen(mark) && mark.building === undefined;
    await this.change('begin a rebuild', isFree, () => ({ building }));
  }

  async dropUnnamed(): Promise<void> {
    const { wire } = this;
    const listed = await wire.ask('list the sets of rows', (copy) => copy.setNames);
    const mark = await this.mark();
    const named = [mark, mark.building, mark.kept].flatMap((each) => (each ? [each.set ?? ''] : []));
    for (const set of listed) {
      if (!named.includes(set)) await wire.ask('drop unnamed rows', (copy) => copy.dropSet({ set }));
    }
  }

  private async takeKept({ generation, kept }: CopyMark): Promise<void> {
    if (!kept || kept.isDropping) return;
    const { since: _since, ...set } = kept;
    const isAsSeen = (mark: CopyMark): boolean =>
      mark.generation === generation && mark.kept?.generation === kept.generation && !mark.kept.isDropping;
    const building = { id: this.rebuild.id, ...set };
    await this.wire.changeMark('take the kept rows', isAsSeen, () => ({ building, kept: undefined }));
  }

  async open(): Promise<OpenedRows> {
    const { wire, personal } = this;
    const { building: set } = await this.mark();
    if (!this.isOwn(set)) throw new ReadModelUnavailableError(GONE);
    this.opened = set.generation;
    const ifThere = async () => (this.isOpened((await this.mark()).building) ? set : undefined);
    const source: RowsSource = {
      set: async () => set,
      seenNow: ifThere,
      setForBatch: ifThere,
      dropKept: async () => undefined,
    };
    const model = new SimulatedReadModel(wire, source);
    return { model, writer: new SimulatedWriter(wire, source, model, personal) };
  }

  async freeze(): Promise<void> {
    await this.change(
      'freeze the rows',
      ({ building }) => this.isBuilding(building),
      () => ({ exchanging: this.attempt }),
    );
  }

  thaw(): Promise<void> {
    return thaw(this.wire, this.attempt);
  }

  async exchange({ origin, differs, keeps, at: since }: Exchanged): Promise<void> {
    const { id } = this.rebuild;
    const seen = await this.mark();
    const { building: found } = seen;
    if (!this.isOpened(found)) throw new ReadModelUnavailableError(GONE);
    const { id: _id, attempt: _attempt, ...next } = found;
    const kept = {
      ...{ generation: seen.generation, set: seen.set, origin: seen.origin, since },
      ...(!keeps && { isDropping: true }),
    } as CopyMark['kept'];
    const isExchanged = await this.wire.changeMark(
      'exchange the rows',
      ({ generation, exchanging, building }) =>
        generation === seen.generation && exchanging === this.attempt && this.isBuilding(building),
      () => ({
        ...{ set: undefined, ...next, origin: origin ?? next.origin, kept, rebuild: { id, differs } },
        ...{ building: undefined, exchanging: undefined },
      }),
    );
    if (!isExchanged && (await this.mark()).rebuild?.id !== id) throw new ReadModelUnavailableError(ANOTHER);
  }

  async discard(): Promise<void> {
    const { id } = this.rebuild;
    const { building } = await this.mark();
    if (building?.id !== id) return;
    const isIt = (mark: CopyMark): boolean => mark.building?.generation === building.generation;
    const dropping = () => ({ building: { ...building, isDropping: true as const }, exchanging: undefined });
    if (!(await this.wire.changeMark('what was built goes', isIt, dropping))) return;
    await this.wire.ask('drop what was built', (copy) => copy.dropSet(building));
    await this.wire.changeMark('forget what was built', isIt, () => ({ building: undefined }));
  }

  private isOwn(building: BuildingMark | undefined): building is BuildingMark {
    return building?.id === this.rebuild.id && !building.isDropping;
  }

  private isOpened(building: BuildingMark | undefined): building is BuildingMark {
    return this.isOwn(building) && building.generation === this.opened;
  }

  private isBuilding(building: BuildingMark | undefined): boolean {
    return this.isOpened(building) && building.attempt === this.attempt;
  }

  private async mark(): Promise<CopyMark> {
    const found = await this.wire.ask('mark of the copy', ({ mark }) => mark);
    if (found) return found;
    throw new ReadModelUnavailableError('The read model was dropped and is not there again yet.');
  }

  private async change(...change: Parameters<RowsWire['changeMark']>): Promise<void> {
    if (!(await this.wire.changeMark(...change))) throw new ReadModelUnavailableError(ANOTHER);
  }
}

const ANOTHER = 'Another process rebuilds or exchanges the rows.';
const GONE = 'The rows that a rebuild has made are gone.';
