import type { Projection } from '#kernel';
import type { Amendment, GuardedWrite } from './read-model.js';

export type PersonalProjection = Pick<Projection, 'collection' | 'personal'>;

/** Knows which writes erase personal data of rows: copies of what they erase must not stay. */
export class PersonalRows {
  private readonly personal = new Map<string, NonNullable<Projection['personal']>>();

  constructor(projections: readonly PersonalProjection[]) {
    for (const { collection, personal } of projections) if (personal) this.personal.set(collection.name, personal);
  }

  /** Whether rows of a collection have personal data. */
  areIn(collection: string): boolean {
    return this.personal.has(collection);
  }

  /** Whether a place of the row becomes empty by this write. */
  erasedBy({ collection, document, before }: GuardedWrite): boolean {
    const personal = this.personal.get(collection.name);
    if (!personal || !before) return false;
    const now = personal(document);
    return personal(before).some((value, place) => Boolean(value) && !now[place]);
  }

  /**
   * Whether an amendment, of which the row before is not known, may make a place of it empty. A list or an object
   * counts whatever it has: a place of the row may be within it, as the response of an attempt is.
   */
  maybeErasedBy({ collection, set }: Amendment): boolean {
    return this.areIn(collection.name) && Object.values(set).some((value) => value === '' || typeof value === 'object');
  }
}
