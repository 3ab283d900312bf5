import type { IndexValue } from '#kernel';
import type { ReadModel, Source, Stretch } from '#read-model';
import { type AttributeFilter, attributeTerm } from '../domain/attribute-terms.js';
import { CONTACT_TERMS, externalIdTerm, phoneTerm } from '../domain/contact-terms.js';
import { type ContactRow, CONTACTS } from '../domain/contact.js';
import { nameKey } from '../domain/name-key.js';
import type { ContactFilters } from './contact-filters.js';
import { numberBefore } from './number-before.js';

/** A contact, and its place in the order in which contacts are read. */
export interface Candidate {
  readonly contact: ContactRow;
  readonly position: readonly IndexValue[];
}

/** Numbers of no contact: before the first and behind the last one of a name. */
const [BEFORE_THE_FIRST, BEHIND_THE_LAST] = [-1, Number.MAX_SAFE_INTEGER];
/** Behind every text that begins with what is before it: the last code point. */
const LAST_CHARACTER = '\u{10ffff}';
/** Begins the position of a contact that was found by a further phone. */
const FURTHER = 'further';

const positionOf = ({ position }: Candidate): readonly IndexValue[] => position;

/** Filters, and whether the terms of every contact follow its attributes. */
export interface SoughtContacts extends ContactFilters {
  readonly isIndexed: boolean;
}

/** Whether contacts are found by their phone, which few of them share; in another order they are walked. */
export function isByPhone(filters: ContactFilters): filters is ContactFilters & { readonly phone: string } {
  const { phone, sort, isDescending } = filters;
  return phone !== undefined && sort === undefined && !isDescending;
}

/** Finds the index in which contacts that fit some filters are walked with the fewest contacts beside them. */
export class ContactSources {
  constructor(
    private readonly readModel: Pick<ReadModel, 'page' | 'getMany'>,
    private readonly workspaceId: string,
    private readonly filters: SoughtContacts,
  ) {}

  /** Contacts among which are all that fit, and perhaps some that do not. */
  find(): Source<Candidate> {
    const { externalId, namePrefix, attribute, isIndexed, sort } = this.filters;
    if (externalId !== undefined) return this.byExternalId(externalId);
    if (isByPhone(this.filters)) return this.byPhone(this.filters.phone);
    const isByName = sort === 'name' || (sort === undefined && namePrefix !== undefined);
    return isByName ? this.byName(nameKey(namePrefix ?? null)) : this.byNumber(isIndexed ? attribute : undefined);
  }

  private byExternalId(externalId: string): Source<Candidate> {
    const read = () => this.ofTerm(externalIdTerm(externalId), undefined, 1);
    return { positionOf, read: async () => ({ ...(await read()), next: undefined }) };
  }

  /** Those that are dialed by a phone in the order of their import, then those that have it as a further one. */
  private byPhone(phone: string): Source<Candidate> {
    const dialed = { index: 'by_phone', prefix: [this.workspaceId, 1, phone] };
    return {
      positionOf,
      read: async (after, limit) => {
        if (after?.[0] === FURTHER) return this.ofTerm(phoneTerm(phone), after.slice(1), limit);
        const stretch = await this.stretch(dialed, { after, limit, place: ({ number }) => [number] });
        return { ...stretch, next: stretch.next ?? [FURTHER, BEFORE_THE_FIRST] };
      },
    };
  }

  private byName(prefix: string): Source<Candidate> {
    const first = this.filters.isDescending ? [prefix + LAST_CHARACTER, BEHIND_THE_LAST] : [prefix, BEFORE_THE_FIRST];
    const place = ({ name_key, number }: ContactRow) => [name_key, number];
    return this.until(
      ({ name_key }) => !name_key.startsWith(prefix),
      async (after, limit) => this.stretch(this.inOrder('by_name'), { after: after ?? first, limit, place }),
    );
  }

  /**
   * @param attribute those that have it; undefined: all. A walk may go over from one to the other between two pages:
   *   their positions are the same.
   */
  private byNumber(attribute: AttributeFilter | undefined): Source<Candidate> {
    const { from, to, isDescending } = this.filters;
    const isBeyond = ({ created_at: at }: ContactRow): boolean =>
      isDescending ? from !== undefined && at < from : to !== undefined && at > to;
    return this.until(isBeyond, async (start, limit) => {
      const after = start ?? (await this.firstNumber());
      if (attribute) return this.ofTerm(attributeTerm(attribute), after, limit, []);
      return this.stretch(this.inOrder('by_number'), { after, limit, place: ({ number }) => [number] });
    });
  }

  /** The number at which the walk begins; undefined: at the first contact. */
  private async firstNumber(): Promise<readonly IndexValue[] | undefined> {
    const { from, to, isDescending } = this.filters;
    const { readModel, workspaceId } = this;
    if (!isDescending) {
      return from === undefined ? undefined : [await numberBefore(readModel, workspaceId, (at) => at >= from)];
    }
    return to === undefined ? undefined : [(await numberBefore(readModel, workspaceId, (at) => at > to)) + 1];
  }

  private inOrder(index: string) {
    return { index, prefix: [this.workspaceId, 1], descending: this.filters.isDescending };
  }

  /** A walk that ends at the first contact behind which none fits. */
  private until(
    isBeyond: (contact: ContactRow) => boolean,
    read: (after: readonly IndexValue[] | undefined, limit: number) => Promise<Stretch<Candidate>>,
  ): Source<Candidate> {
    return {
      positionOf,
      read: async (after, limit) => {
        const stretch = await read(after, limit);
        return stretch.rows.some(({ contact }) => isBeyond(contact)) ? { ...stretch, next: undefined } : stretch;
      },
    };
  }

  private async stretch(
    order: { readonly index: string; readonly prefix: readonly IndexValue[]; readonly descending?: boolean },
    { after, limit, place }: Walk,
  ): Promise<Stretch<Candidate>> {
    const contacts = await this.readModel.page(CONTACTS, { ...order, ...(after && { after }), limit });
    const rows = contacts.map((contact) => ({ contact, position: place(contact) }));
    return { rows, next: rows.length < limit ? undefined : rows.at(-1)!.position };
  }

  /** @param mark begins the positions of what is found */
  private async ofTerm(
    term: string,
    after: readonly IndexValue[] | undefined,
    limit: number,
    mark: readonly IndexValue[] = [FURTHER],
  ): Promise<Stretch<Candidate>> {
    const { readModel, workspaceId } = this;
    const descending = this.filters.isDescending;
    const options = { index: 'by_term', prefix: [workspaceId, 1, term], ...(after && { after }), limit, descending };
    const terms = await readModel.page(CONTACT_TERMS, options);
    const keys = terms.map(({ contact_id }) => [workspaceId, contact_id]);
    const contacts = keys.length === 0 ? [] : await readModel.getMany(CONTACTS, keys);
    const rows = contacts.flatMap((contact, at) =>
      contact?.live === 1 ? [{ contact, position: [...mark, terms[at]!.since] }] : [],
    );
    return { rows, next: terms.length < limit ? undefined : [...mark, terms.at(-1)!.since] };
  }
}

interface Walk {
  readonly after: readonly IndexValue[] | undefined;
  readonly limit: number;
  readonly place: (contact: ContactRow) => readonly IndexValue[];
}
