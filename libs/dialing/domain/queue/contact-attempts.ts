import {
  type Candidates,
  type Collection,
  type IndexValue,
  instant,
  type Instant,
  type Row,
  type WorkspaceView,
} from '#kernel';
import { CONTACTS, type RowsByKey } from '#contacts/domain';
import { numberHash } from '#do-not-call/domain';
import { type ContactCap, HOUR, MAX_WINDOW, windowsEndAfter } from '#eligibility';
import type { WorkspaceRow } from '#workspaces/domain';
import { type CallRow, CALLS } from '../calls/call.js';

/** The settings of a workspace by which attempts over all lists are counted. */
export type CountingWorkspace = Pick<WorkspaceRow, 'workspace_id' | 'contact_windows' | 'number_key'>;

/** A contact, and the number that it would be dialed at; '' once that was erased. */
export interface DialedContact {
  readonly contact_id: string;
  readonly phone: string;
}

/** What is known of an attempt: to whom it was made, and by what its number is known. */
export type Attempt = Pick<CallRow, 'call_id' | 'contact_id' | 'dialed_number' | 'dispatched_at'>;

/** The calls behind an instant under these prefixes of an index. */
export interface Question {
  readonly index: 'by_contact' | 'by_number';
  readonly prefixes: readonly (readonly IndexValue[])[];
  readonly after: readonly IndexValue[];
}

/** The part of a read model that finds the calls of many contacts in one read. */
export interface MergedRows extends RowsByKey {
  merge<Doc extends Row>(
    collection: Collection<Doc>,
    options: Question & { readonly limit: number },
  ): Promise<readonly Doc[]>;
}

/** Calls of one read. */
const CALLS_PAGE = 500;

/**
 * The attempts over all lists that the windows of a workspace may count: those made to a contact, and those that dialed
 * the number that it would be dialed at, whichever contact had it then
 * (docs/adr/0072-limits-of-a-contact-count-its-calls.md). None in a workspace without windows.
 */
export class ContactAttempts {
  /** By contact, and by what a number is known by. */
  private readonly found = new Map<string, Map<string, number>>();

  private constructor(private readonly workspace: CountingWorkspace) {}

  /** As of a view: at least two interruptions for all contacts, and none without windows. */
  static asOf(view: WorkspaceView, workspace: CountingWorkspace, contacts: readonly DialedContact[]): ContactAttempts {
    const attempts = new ContactAttempts(workspace);
    for (const { index, prefixes, after } of attempts.questions(contacts, view.now)) {
      for (let from: readonly IndexValue[] | undefined = after; from !== undefined;) {
        const page = { index, prefixes, after: from, limit: CALLS_PAGE, touched: prefixes };
        const read: Candidates<CallRow> = view.candidates(CALLS, page);
        attempts.count(read.rows);
        from = read.end;
      }
    }
    return attempts;
  }

  /**
   * By the rows, for reads and workers.
   * @param asOf the calls as they were at an earlier revision; undefined: as they are
   */
  static async read(
    readModel: MergedRows,
    workspace: CountingWorkspace,
    contacts: readonly DialedContact[],
    at: Instant,
    asOf: (calls: readonly CallRow[]) => Promise<readonly CallRow[]> = (calls) => Promise.resolve(calls),
  ): Promise<ContactAttempts> {
    const attempts = new ContactAttempts(workspace);
    for (const { index, prefixes, after } of attempts.questions(contacts, at)) {
      for (let from: readonly IndexValue[] | undefined = after; from !== undefined;) {
        const rows: readonly CallRow[] = await readModel.merge(CALLS, {
          index,
          prefixes,
          after: from,
          limit: CALLS_PAGE,
        });
        attempts.count(await asOf(rows));
        const last: CallRow | undefined = rows.length < CALLS_PAGE ? undefined : rows.at(-1);
        from = last && [last.dispatched_at, last.number];
      }
    }
    return attempts;
  }

  /** Of calls that are at hand. */
  static among(workspace: CountingWorkspace, calls: Iterable<CallRow>): ContactAttempts {
    const attempts = new ContactAttempts(workspace);
    attempts.count(calls);
    return attempts;
  }

  /** With one more attempt, that a decision makes. */
  add({ call_id, contact_id, dialed_number, dispatched_at }: Attempt): void {
    const at = Date.parse(dispatched_at);
    this.under(contact_id).set(call_id, at);
    if (dialed_number !== '') this.under(dialed_number).set(call_id, at);
  }

  /** Without an attempt that a decision gives back. */
  remove({ call_id, contact_id, dialed_number }: Attempt): void {
    this.under(contact_id).delete(call_id);
    this.under(dialed_number).delete(call_id);
  }

  /** Milliseconds since 1970 of the attempts that count for a contact, oldest first. */
  of({ contact_id, phone }: DialedContact): readonly number[] {
    const all = [contact_id, ...this.namesOf(phone)].flatMap((name) => [...(this.found.get(name) ?? [])]);
    // One that was made to the contact at its number is found under both.
    return [...new Map(all).values()].sort((a, b) => a - b);
  }

  private count(calls: Iterable<CallRow>): void {
    // A registered call is no attempt, and one that was never placed is none any more.
    for (const call of calls) if (call.snapshot !== null && call.result !== 'not_placed') this.add(call);
  }

  private questions(contacts: readonly DialedContact[], at: Instant): readonly Question[] {
    const { workspace_id, contact_windows } = this.workspace;
    if (contact_windows === null || contacts.length === 0) return [];
    // As far back as any window looks: a callback keeps the instant at which limits that are over made it due. Whole
    // hours: a decision that is run again a moment later asks for the same calls.
    const after = [instant((Math.floor(Date.parse(at) / HOUR) - MAX_WINDOW.hours) * HOUR)];
    const under = (names: Iterable<string>) => [...new Set(names)].map((name) => [workspace_id, name]);
    const ofContacts = under(contacts.map(({ contact_id }) => contact_id));
    const ofNumbers = under(contacts.flatMap(({ phone }) => this.namesOf(phone)));
    return [
      { index: 'by_contact' as const, prefixes: ofContacts, after },
      { index: 'by_number' as const, prefixes: ofNumbers, after },
    ].filter(({ prefixes }) => prefixes.length > 0);
  }

  /** What calls have in the place of a number: those from before the workspace had a key have the number itself. */
  private namesOf(phone: string): readonly string[] {
    const { number_key: key } = this.workspace;
    if (phone === '') return [];
    return key === null ? [phone] : [numberHash(key, phone), phone];
  }

  private under(name: string): Map<string, number> {
    const known = this.found.get(name) ?? new Map<string, number>();
    this.found.set(name, known);
    return known;
  }
}

/** When the limits of a workspace let a contact be called again, as of a view; null: they do not hold it back. */
export function capOfContact(view: WorkspaceView, workspace: CountingWorkspace, contact: DialedContact): ContactCap {
  const attempts = ContactAttempts.asOf(view, workspace, [contact]);
  return windowsEndAfter(attempts.of(contact), workspace.contact_windows, view.now);
}

const NONE: readonly number[] = [];

/**
 * The attempts over all lists of contacts, by the rows; without windows nothing is read, and there are none.
 * @returns milliseconds since 1970, oldest first, by contact
 */
export async function attemptsOfContacts(
  readModel: MergedRows,
  workspace: CountingWorkspace,
  contactIds: readonly string[],
  at: Instant,
): Promise<(contactId: string) => readonly number[]> {
  if (workspace.contact_windows === null || contactIds.length === 0) return () => NONE;
  const keys = [...new Set(contactIds)].map((contactId) => [workspace.workspace_id, contactId]);
  const rows = await readModel.getMany(CONTACTS, keys);
  const contacts = new Map(rows.flatMap((row) => (row ? [[row.contact_id, row]] : [])));
  const attempts = await ContactAttempts.read(readModel, workspace, [...contacts.values()], at);
  return (contactId) => attempts.of(contacts.get(contactId) ?? { contact_id: contactId, phone: '' });
}
