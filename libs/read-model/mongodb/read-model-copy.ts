import { randomUUID } from 'node:crypto';
import type { Collection as Declared, Projection } from '#kernel';
import type { Collection, Db, MongoClient } from 'mongodb';
import { fingerprintOf } from '../fingerprint.js';
import { PersonalRows } from '../personal-rows.js';
import { HELD_STREAMS } from '../projecting/held-stream-row.js';
import { isDuplicateKey } from './errors.js';
import type { LeaseDocument } from './leases.js';
import type { LifeDocument } from './life-records.js';
import type { CopyDocument, SetMark } from './copy-documents.js';
import { RowSet } from './row-set.js';
import type { SharedDocument } from './shared-values.js';

/**
 * The shape of the documents of marks, of projected revisions and of checkpoints. It is part of a copy's fingerprint,
 * so that versions that write them in another shape have a copy of their own.
 */
const PROGRESS = { collection: { name: '_complete', key: ['generation', 'workspace_id'], indexes: [] }, version: 3 };

/** Collections of a copy that are of none of its sets. */
const BESIDE_SETS = ['_rebuilds', '_leases'];

/** The `_id` of the document of a workspace or a follower in one generation. */
export function inGeneration(generation: string, name: string): string {
  return `${generation}|${name}`;
}

export interface CopyOptions {
  readonly projections: readonly Pick<Projection, 'collection' | 'version' | 'personal'>[];
  readonly others: readonly Declared[];
}

/**
 * One copy of the read model: collections whose names end in the first eight digits of its fingerprint. Versions of the
 * service whose documents differ in shape each have one, side by side in one database.
 */
export class ReadModelCopy {
  /** The end of its collections' names: `members.0a1b2c3d.1f2e3d4c`. */
  readonly suffix: string;
  readonly fingerprint: string;
  readonly personal: PersonalRows;
  readonly copies: Collection<CopyDocument>;
  /** Shared by all copies. */
  readonly shared: Collection<SharedDocument>;
  /** Shared by all copies: of all processes on the log, whichever copy they read. */
  readonly logLeases: Collection<LeaseDocument>;
  /** Shared by all copies. */
  readonly processes: Collection<LifeDocument>;
  private readonly sets = new Map<string | undefined, RowSet>();
  private readonly own: readonly Declared[];
  private readonly common: readonly Declared[];
  private readonly database: Db;

  constructor(client: MongoClient, databaseName: string, { projections, others }: CopyOptions) {
    this.database = client.db(databaseName);
    this.personal = new PersonalRows(projections);
    this.fingerprint = fingerprintOf([...projections, PROGRESS], others);
    this.suffix = this.fingerprint.slice(0, 8);
    const folded = [...projections.map(({ collection }) => collection), HELD_STREAMS];
    this.own = [...folded, ...others.filter(({ isOfOneCopy }) => isOfOneCopy)];
    this.common = others.filter(({ isOfOneCopy }) => !isOfOneCopy);
    this.copies = this.database.collection('_copies');
    this.shared = this.database.collection('_shared');
    this.logLeases = this.database.collection('_leases');
    this.processes = this.database.collection('_processes');
  }

  /** The set of a mark. */
  setOf(mark: Pick<SetMark, 'set'> | undefined): RowSet {
    const name = mark?.set;
    const { database, suffix, own, common, sets } = this;
    let found = sets.get(name);
    if (!found) sets.set(name, (found = new RowSet({ database, name, suffix, own, common })));
    return found;
  }

  /**
   * Drops the collections of sets that the mark does not name. A batch that was under way while its set was dropped
   * makes some anew, with what they had of persons. They are listed before the mark is read: a set that is
   * begun meanwhile is not in the list, and one of the list that is not in the mark does not come back into it. So a
   * process that was paused drops nothing that is used.
   */
  async dropUnnamed(): Promise<void> {
    const { suffix } = this;
    const listed = await this.database.listCollections({}, { nameOnly: true }).toArray();
    const mark = await this.copies.findOne({ _id: suffix });
    if (!mark) return;
    const sets = [mark, mark.building, mark.kept].flatMap((each) => (each ? this.setOf(each).names : []));
    const stay = new Set([...sets, ...BESIDE_SETS.map((name) => `${name}.${suffix}`)]);
    const unnamed = listed.map(({ name }) => name).filter((name) => name.endsWith(`.${suffix}`) && !stay.has(name));
    for (const name of unnamed) await this.database.dropCollection(name);
  }

  /** A collection of this copy. */
  named<Doc extends object>(name: string): Collection<Doc> {
    return this.database.collection<Doc>(`${name}.${this.suffix}`);
  }

  /**
   * Creates missing collections and indexes; it may be repeated, or run in two processes at once. If the database is
   * dropped meanwhile it begins again: the copy's mark must not exist where collections or indexes are missing.
   * @returns the generation
   */
  async create(): Promise<string> {
    let mark = await this.insertItself();
    for (;;) {
      await this.setOf(mark).create();
      const now = await this.insertItself();
      if (now.generation === mark.generation) return now.generation;
      mark = now;
    }
  }

  /** Whether the copy has its mark. */
  async isThere(): Promise<boolean> {
    return (await this.copies.findOne({ _id: this.suffix })) !== null;
  }

  /** @returns the current mark of the copy */
  private async insertItself(): Promise<CopyDocument> {
    const { suffix: _id, fingerprint } = this;
    for (;;) {
      // A set of its own: what an earlier copy of this database still writes or drops late reaches none of it.
      const generation = randomUUID();
      const mark = { fingerprint, generation, set: generation.slice(0, 8), complete: false };
      try {
        await this.copies.updateOne({ _id }, { $setOnInsert: mark }, { upsert: true });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      const found = await this.copies.findOne({ _id });
      if (found) return found;
    }
  }
}
