import type { Collection, Projection, Row } from '#kernel';
import type { Amendment } from './read-model.js';

export type PersonalProjection = Pick<Projection, 'collection' | 'personal'>;

/** Whether a place of a row's personal data becomes empty. */
export function erases(projection: Pick<Projection, 'personal'>, before: Row, after: Row): boolean {
  const now = projection.personal?.(after);
  return now !== undefined && projection.personal!(before).some((value, place) => Boolean(value) && !now[place]);
}

/** Knows which rows have personal data, and which amendments erase it: copies of what they erase must not stay. */
export class PersonalRows {
  private readonly personal = new Map<string, PersonalProjection>();

  constructor(projections: readonly PersonalProjection[]) {
    for (const each of projections) if (each.personal) this.personal.set(each.collection.name, each);
  }

  /** Whether rows of a collection have personal data. */
  areIn(collection: string): boolean {
    return this.personal.has(collection);
  }

  /** Whether a place of a row of a collection becomes empty. */
  areErased({ name }: Collection, before: Row, after: Row): boolean {
    const projection = this.personal.get(name);
    return projection !== undefined && erases(projection, before, after);
  }

  /**
   * Whether an amendment, of which the row before is not known, may make a place of it empty. A list or an object
   * counts whatever it has: a place of the row may be within it, as the response of an attempt is.
   */
  maybeErasedBy({ collection, set }: Amendment): boolean {
    return this.areIn(collection.name) && Object.values(set).some((value) => value === '' || typeof value === 'object');
  }
}
