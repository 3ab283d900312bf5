import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type CallingHoursRow, readCallingHours } from '#calling-hours/domain';
import { CONTACTS, type ContactRow, entriesOfPhones } from '#contacts/domain';
import { type CallRow, ContactAttempts } from '#dialing/domain';
import { barAsOf } from '#do-not-call/domain';
import { type KnownZones, momentOf, standing, zonesOfContact } from '#eligibility';
import { notFound } from '#kernel';
import { afterResets, type MemberRow, memberSubject, presentMember } from '#members/domain';
import { ReadModelUnavailableError } from '#read-model';
import { SMART_LISTS, type SmartListRow } from '#smart-lists/domain';
import { type WorkspaceRow, WORKSPACES } from '#workspaces/domain';
import { EXPORTED_CALLS, EXPORTED_CONTACTS, EXPORTED_MEMBERS } from '../domain/exported-rows.js';
import { EXPORT_PORTS } from '../tokens.js';
import { type Export, exportOf } from './export.js';
import { type ExportPorts, RowsAsOf } from './rows-as-of.js';
import type { RowAsOf } from './walk-as-of.js';

export type ShownMember = ReturnType<typeof presentMember>;
type Contact = Parameters<typeof presentMember>[2] & KnownZones;

/** GET /exports/members: the active members of one list, in the order of their member numbers. */
export class ExportMembers extends Query<Export<ShownMember>> {
  constructor(
    readonly workspaceId: string,
    readonly smartListId: string,
    /** Ends the waits for the rows and for the index of events. */
    readonly signal: AbortSignal,
  ) {
    super();
  }
}

/** The settings by which members are judged, all as of the revision. */
interface Settings {
  readonly asOf: RowsAsOf;
  readonly list: SmartListRow;
  readonly workspace: WorkspaceRow;
  /** All of the workspace. */
  readonly hours: readonly CallingHoursRow[];
}

/** Milliseconds between two attempts to find settings that have not changed since the revision. */
const AGAIN_MS = 50;
/** Attempts: settings change seldom, and rows of a store without transactions are ahead for milliseconds. */
const ATTEMPTS = 20;

@QueryHandler(ExportMembers)
export class ExportMembersHandler implements IQueryHandler<ExportMembers> {
  constructor(@Inject(EXPORT_PORTS) private readonly ports: ExportPorts) {}

  /** @throws ReadModelUnavailableError, DomainError `not_found`: no such list; and as `RowsAsOf.now` */
  async execute(query: ExportMembers): Promise<Export<ShownMember>> {
    const { workspaceId, smartListId } = query;
    const { asOf, list, workspace, hours } = await this.settings(query);
    const calls = await this.callsInFlight(asOf);
    await asOf.confirm();
    const walk = {
      kind: EXPORTED_MEMBERS,
      index: 'by_number',
      prefix: [workspaceId, smartListId, 1],
      positionOf: ({ number }: MemberRow) => [number],
      leaving: {
        isIn: ({ active }: MemberRow) => active === 1,
        mayBeIn: (id: string) => id.startsWith(`${smartListId}/`),
      },
    };
    const moment = momentOf(workspace, asOf.at, hours);
    return exportOf(asOf, this.ports, walk, async (rows) => {
      const contacts = await this.contactsOf(asOf, rows);
      const phones = [...contacts.values()].flatMap(({ phone }) => phone ?? []);
      const entries = await entriesOfPhones(this.ports.readModel, workspace, phones);
      const attempts = await this.attemptsOf(asOf, workspace, contacts);
      return rows.map(({ row: stored }) => {
        const row = afterResets(stored, list);
        const contact = contacts.get(row.contact_id)!;
        const bar = contact.phone === null ? null : barAsOf(entries.get(contact.phone), asOf.revision, asOf.at);
        const callInFlight = calls.get(row.contact_id) ?? null;
        const zones = zonesOfContact(contact, moment.zone);
        const now = { bar, callInFlight, attempts: attempts(row.contact_id), zones };
        const subject = memberSubject(row, list, now);
        return presentMember(row, standing(subject, moment), contact, moment, subject);
      });
    });
  }

  private async settings({ workspaceId, smartListId, signal }: ExportMembers): Promise<Settings> {
    const { readModel, sleep } = this.ports;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (attempt > 0) await sleep(AGAIN_MS, signal);
      signal.throwIfAborted();
      const asOf = await RowsAsOf.now(this.ports, workspaceId, signal);
      const [[list], [workspace], hours] = await Promise.all([
        readModel.getMany(SMART_LISTS, [[workspaceId, smartListId]]),
        readModel.getMany(WORKSPACES, [[workspaceId]]),
        readCallingHours(readModel, workspaceId),
      ]);
      if (!list) throw notFound('smart list');
      if (!workspace || [list, workspace, ...hours].some(({ revision }) => revision > asOf.revision)) continue;
      if (list.live !== 1) throw notFound('smart list');
      return { asOf, list, workspace, hours };
    }
    throw new ReadModelUnavailableError('The settings of the list change too fast for an export: try later.');
  }

  /** The calls in flight as of the revision, by their contacts: at most one for each agent. */
  private async callsInFlight(asOf: RowsAsOf): Promise<ReadonlyMap<string, string>> {
    const walk = {
      kind: EXPORTED_CALLS,
      index: 'open',
      prefix: [asOf.workspaceId, 1],
      positionOf: ({ number }: CallRow) => [number],
      leaving: { isIn: ({ open }: CallRow) => open === 1, mayBeIn: () => true },
    };
    const calls = new Map<string, string>();
    for await (const rows of exportOf(asOf, this.ports, walk, (each) => each).pages()) {
      for (const { row } of rows) if (row.in_flight === 1) calls.set(row.contact_id, row.call_id);
    }
    return calls;
  }

  /** The attempts over all lists as of the revision, by contact. */
  private async attemptsOf(
    asOf: RowsAsOf,
    workspace: WorkspaceRow,
    contacts: ReadonlyMap<string, Contact>,
  ): Promise<(contactId: string) => readonly number[]> {
    const dialed = [...contacts].map(([contact_id, { phone }]) => ({ contact_id, phone: phone ?? '' }));
    const attempts = await ContactAttempts.read(this.ports.readModel, workspace, dialed, asOf.at, async (calls) => {
      const changed = calls.filter(({ revision }) => revision > asOf.revision);
      const before = await asOf.rowsOf(EXPORTED_CALLS, changed.map(EXPORTED_CALLS.idOf));
      return calls.flatMap((call) => (call.revision > asOf.revision ? (before.get(call.call_id) ?? []) : call));
    });
    return (contact_id) => attempts.of({ contact_id, phone: contacts.get(contact_id)?.phone ?? '' });
  }

  /** The phones of members as of the revision, by their contacts; of those that were erased since, none. */
  private async contactsOf(
    asOf: RowsAsOf,
    members: readonly RowAsOf<MemberRow>[],
  ): Promise<ReadonlyMap<string, Contact>> {
    const keys = members.map(({ row }) => [asOf.workspaceId, row.contact_id]);
    const found = keys.length > 0 ? await this.ports.readModel.getMany(CONTACTS, keys) : [];
    // A contact exists before its memberships, and its row stays when it is deleted.
    const rows = found.map((row) => row!);
    const changed = rows.filter(({ revision }) => revision > asOf.revision).map(EXPORTED_CONTACTS.idOf);
    const before = await asOf.rowsOf(EXPORTED_CONTACTS, changed);
    return new Map(rows.map((now) => [now.contact_id, shownContact(before.get(now.contact_id) ?? now, now)]));
  }
}

function shownContact(row: ContactRow, now: ContactRow): Contact {
  const { time_zone, phone_zones } = row;
  if (now.phone === '') return { phone: null, erased_at: now.erased_at, time_zone, phone_zones };
  return { phone: row.phone || null, erased_at: null, time_zone, phone_zones };
}
