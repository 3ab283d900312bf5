import { ZONES_TABLE } from '#eligibility';
import { quartersBetween, zonesOf } from '../model/hours-of.js';
import { attemptCount, contactEnd } from '../model/eligibility.js';
import { byExternalId, shownContact } from '../model/contact-details.js';
import type { Scope } from '../model/dial-groups.js';
import type { ModelEvent } from '../model/events.js';
import { opensBetween, picks } from '../model/picks.js';
import type { List } from '../model/state.js';
import type { WorkspaceModel } from '../model/workspace-model.js';
import { type Asked, asking, SEND_ROWS } from './asked.js';
import type { Claim } from './claims.js';
import { showsDryRun } from './dry-runs.js';
import { showsFileImport, showsFileImports, showsRefusedRows } from './file-imports.js';
import { showsImport } from './imports.js';
import { bodyOf, CLOCK_MS, type Fits, instantsOf, iso } from './fits.js';
import { attributeOf, claimsOfSearch } from './searches.js';
import { claimsOfMember, claimsOfMemberships } from './members.js';
import { showsEntered, showsEntries, showsRemoved } from './numbers.js';
import { showsProgress } from './progress.js';
import { showsStats } from './stats.js';
import { difference, shownCall, shownGroup, shownHours, shownList, shownOutcome, shownSettings } from './shown.js';

const idsOf = (asked: Asked, type: string, field: string): readonly unknown[] =>
  (asked.events as readonly ModelEvent[]).flatMap((event) =>
    event.type === type ? [(event.data as unknown as Record<string, unknown>)[field]] : [],
  );

const showsListAs =
  (expected: (model: WorkspaceModel, list: List) => object): Fits =>
  (asked, model) => {
    const shown = bodyOf<{ readonly smart_list: { readonly smart_list_id: string } }>(asked).smart_list;
    const list = model.list(shown.smart_list_id);
    return list ? difference(shown, expected(model, list)) : `list ${shown.smart_list_id} does not exist`;
  };

const showsList = showsListAs(shownList);
const showsSettings = showsListAs((_, list) => shownSettings(list));
/** Of a list that was deleted meanwhile, too: its count may be shown with the settings from before. */
const countsListMembers: Fits = (asked, model) => {
  const shown = bodyOf<{ readonly smart_list: { readonly smart_list_id: string } }>(asked).smart_list;
  return difference(shown, { member_count: model.membersOf(shown.smart_list_id).length });
};

const showsCall: Fits = (asked, model) => {
  const shown = bodyOf<{ readonly call: { readonly call_id: string } }>(asked).call;
  const call = model.calls.get(shown.call_id);
  return call ? difference(shown, shownCall(model, call)) : `call ${shown.call_id} has not begun`;
};

/** Calls that exist; the one of a reference, or without filters all of them. */
const showsCalls: Fits = (asked, model) => {
  const { calls, next_page_token } = bodyOf<{
    readonly calls: readonly { readonly call_id: string }[];
    readonly next_page_token: string | null;
  }>(asked);
  const ids = calls.map(({ call_id }) => call_id);
  const unknown = ids.find((id) => !model.calls.has(id));
  if (unknown !== undefined) return `call ${unknown} has not begun`;
  const reference = asked.query.get('reference');
  if (reference !== null) return difference(ids, [model.references.get(reference) ?? []].flat());
  if (asked.query.has('agent_id') || next_page_token !== null) return undefined;
  const all = [...model.calls.values()].sort((a, b) => a.number - b.number).map(({ party }) => party.call_id);
  return difference(ids, asked.query.get('order') === 'newest_first' ? all.reverse() : all);
};

const showsOutcome: Fits = (asked, model) => {
  const { outcome: shown, disposition_popup_enabled } = bodyOf<{
    readonly outcome: { readonly outcome_id: string };
    readonly disposition_popup_enabled: boolean;
  }>(asked);
  const outcome = model.outcomes.get(shown.outcome_id);
  if (!outcome) return `outcome ${shown.outcome_id} does not exist`;
  const popup = difference({ disposition_popup_enabled }, { disposition_popup_enabled: model.waitsForDisposition() });
  return difference(shown, shownOutcome(outcome)) ?? popup;
};

/** Until when its limits hold it back: of a change, which is decided in one state; a read puts several together. */
const showsCap: Fits = (asked, model) => {
  const { contact } = bodyOf<{
    readonly contact: { readonly contact_id: string; readonly capped_until: string | null };
  }>(asked);
  const end = contactEnd(model, contact.contact_id);
  const { earliest, latest } = instantsOf(asked);
  if (contact.capped_until === null) return end > latest ? `its limits hold it back until ${iso(end)}` : undefined;
  return end > earliest ? difference(contact, { capped_until: iso(end) }) : 'no limit holds it back';
};

const showsGroup: Fits = (asked, model) => {
  const { dial_group: shown } = bodyOf<{ readonly dial_group: { readonly dial_group_id: string } }>(asked);
  const group = model.groups.get(shown.dial_group_id);
  return group ? difference(shown, shownGroup(group)) : `group ${shown.dial_group_id} does not exist`;
};

const showsHours: Fits = (asked, model) => {
  const { calling_hours: shown } = bodyOf<{ readonly calling_hours: { readonly calling_hours_id: string } }>(asked);
  const hours = model.callingHours.get(shown.calling_hours_id);
  return hours ? difference(shown, shownHours(hours)) : `calling hours ${shown.calling_hours_id} do not exist`;
};

const showsContact: Fits = (asked, model) => {
  const { contact: shown } = bodyOf<{ readonly contact: { readonly contact_id: string } }>(asked);
  const contact = model.contact(shown.contact_id);
  if (!contact) return `contact ${shown.contact_id} does not exist`;
  return difference(shown, shownContact(contact));
};

/** The workspace is read beside its contact: its time zone may be shown as of another moment. */
const showsZones: Fits = (asked, model) => {
  const { contact } = bodyOf<{ readonly contact: { readonly contact_id: string; readonly zones_source: string } }>(
    asked,
  );
  if (contact.zones_source === 'workspace') return difference(contact, { zones: [model.settings.time_zone] });
  return difference(contact, zonesOf(model, contact.contact_id));
};

/** The contact of an external id, or all of them in the order of their import. */
const showsContacts: Fits = (asked, model) => {
  const { contacts, next_page_token } = bodyOf<{
    readonly contacts: readonly { readonly contact_id: string }[];
    readonly next_page_token: string | null;
  }>(asked);
  const ids = contacts.map(({ contact_id }) => contact_id);
  const externalId = asked.query.get('external_id');
  if (externalId !== null) return difference(ids, [byExternalId(model.contacts.values(), externalId)?.id ?? []].flat());
  if (next_page_token !== null) return undefined;
  const all = [...model.contacts.values()].filter(({ live }) => live).sort((a, b) => a.number - b.number);
  const expected = all.map(({ id }) => id);
  return difference(ids, asked.query.get('order') === 'descending' ? expected.reverse() : expected);
};

/** What a request for the next calls asks for. */
interface Dialed extends Scope {
  readonly limit?: number;
}

/**
 * Every call of the answer was begun by this request, in its scope, and none was left out; fewer than asked for only if
 * nobody was left.
 */
const showsDispatches: Fits = (asked, model) => {
  const { calls } = bodyOf<{ readonly calls: readonly { readonly call_id: string }[] }>(asked);
  const { limit = 1, ...scope } = (asked.request.body ?? {}) as Dialed;
  const begun = difference(
    calls.map(({ call_id }) => call_id),
    idsOf(asked, 'CallDispatched', 'call_id'),
  );
  if (begun !== undefined) return `calls: ${begun}`;
  const { smart_list_id = null, dial_group_id = null } = scope;
  const inScope = { snapshot: { scope: { smart_list_id, dial_group_id } } };
  const scoped = difference(
    calls,
    calls.map(() => inScope),
  );
  if (scoped !== undefined) return `calls: ${scoped}`;
  if (calls.length >= limit || model.openCalls.size >= model.settings.quotas.open_calls) return undefined;
  if (model.queueChanged >= 0) return undefined;
  const { askedAt, answeredAt } = asked.request;
  const at = Math.max(model.now, askedAt - CLOCK_MS);
  const [left] = picks(model, 1, at, scope);
  // Hours may have closed since.
  if (quartersBetween(model, at, answeredAt + CLOCK_MS).some((each) => picks(model, 1, each, scope).length === 0))
    return undefined;
  return left && `${calls.length} of ${limit} calls, and contact ${left.contactId} of list ${left.listId} is left`;
};

const showsPreview: Fits = (asked, model) => {
  if (model.queueChanged >= 0) return undefined;
  const limit = Number(asked.query.get('limit') ?? 1);
  const { next } = bodyOf<{ readonly next: readonly object[] }>(asked);
  const { askedAt, answeredAt } = asked.request;
  const refutations = opensBetween(model, askedAt - CLOCK_MS, answeredAt + CLOCK_MS).map((at) => {
    const expected = picks(model, limit, Math.max(model.now, at), Object.fromEntries(asked.query));
    return difference(
      next,
      expected.map(({ contactId, listId }) => ({ contact_id: contactId, smart_list_id: listId })),
    );
  });
  return refutations.every((each) => each !== undefined) ? `next: ${refutations[0]}` : undefined;
};

const showsDialer: Fits = (asked, { pausedAt }) => {
  const { dialer } = bodyOf<{ readonly dialer: object }>(asked);
  return difference(dialer, { paused: pausedAt !== null, paused_at: iso(pausedAt) });
};

const namesList: Fits = ({ ids: [id] }, model) => (model.list(id!) ? undefined : `list ${id} does not exist`);

const showsMembers: Fits = (asked, model) => {
  const { members, next_page_token } = bodyOf<{
    readonly members: readonly { readonly contact_id: string }[];
    readonly next_page_token: string | null;
  }>(asked);
  const isFirst = !asked.query.has('page_token') && !asked.query.has('status');
  if (!isFirst || next_page_token !== null) return undefined;
  const expected = model.membersOf(asked.ids[0]!).map(({ contactId }) => ({ contact_id: contactId }));
  const found = difference(members, expected);
  return found && `members: ${found}`;
};

/** The counts of a batch are those of its events, and add up to its references. */
const countsMembers =
  (counted: 'inserted' | 'removed' | 'reset'): Fits =>
  (asked) => {
    const { members } = asked.request.body as { readonly members: readonly unknown[] };
    const { skipped, unmatched, ...counts } = bodyOf<Record<string, number>>(asked);
    const changed = (asked.events as readonly ModelEvent[]).reduce((sum, event) => {
      if (event.type === 'MemberAdded') return sum + 1;
      if (event.type === 'MembersReset') return sum + event.data.contact_ids.length;
      return event.type === 'MemberRemoved' ? sum + event.data.contacts.length : sum;
    }, 0);
    const sum = { sum: counts[counted]! + skipped! + unmatched! };
    return difference(counts, { [counted]: changed }) ?? difference(sum, { sum: members.length });
  };

/** None of the contacts that were named by their ids is left with an attempt that counts. */
const resetsAll: Fits = (asked, model) => {
  const { members } = asked.request.body as { readonly members: readonly { readonly contact_id?: string }[] };
  const listId = asked.ids[0]!;
  const left = members.find(
    ({ contact_id: id }) =>
      id !== undefined && model.contact(id) && model.isMember(listId, id) && attemptCount(model, id, listId) > 0,
  );
  return left && `contact ${left.contact_id} has attempts on list ${listId} still`;
};

/** Nobody is left whom the reset is of. */
const resetsList: Fits = (asked, model) => {
  const { completed_only = true } = (asked.request.body ?? {}) as { readonly completed_only?: boolean };
  const [left] = model.membersReset(model.list(asked.ids[0]!)!, completed_only);
  return (
    difference(bodyOf(asked), { smart_list_id: asked.ids[0], reset: true }) ??
    (left && `contact ${left} has attempts on the list still`)
  );
};

const gone =
  (exists: (model: WorkspaceModel, id: string) => boolean): Fits =>
  ({ ids, events }, model) => {
    if (events.length === 0) return 'nothing was deleted';
    return exists(model, ids[0]!) ? 'it exists still' : undefined;
  };

/** What was answered of an erasure: the contact is deleted, and is erased or waits for the end of its call. */
const showsErasure: Fits = (asked, model) => {
  const { erased_at } = bodyOf<{ readonly erased_at: string | null }>(asked);
  return ofErasure(model, asked.ids[0]!, { result: erased_at === null ? 'after_call' : 'erased', erased_at });
};

const showsErasures: Fits = (asked, model) => {
  const { contacts } = bodyOf<{ readonly contacts: readonly (ShownErasure & { readonly contact_id: string })[] }>(
    asked,
  );
  return contacts.map((each) => ofErasure(model, each.contact_id, each)).find((found) => found !== undefined);
};

interface ShownErasure {
  readonly result: string;
  readonly erased_at: string | null;
}

function ofErasure(model: WorkspaceModel, id: string, { result, erased_at }: ShownErasure): string | undefined {
  const { erasure, erasedAt = null } = model.contacts.get(id) ?? {};
  const isInCall = model.callInFlight(id) !== undefined;
  const fits = {
    erased: erasedAt !== null,
    after_call: erasure === 'requested' && isInCall,
    in_call: erasure !== undefined && isInCall,
    not_found: erasure === undefined,
  }[result];
  if (!fits) return `contact ${id} is ${result}, and its erasure is ${erasure}`;
  const shown = result === 'erased' ? new Date(erasedAt!).toISOString() : null;
  return difference({ erased_at }, { erased_at: shown });
}

const showsDelivery: Fits = (asked) => {
  const { delivery_id } = bodyOf<{ readonly delivery_id: string | null }>(asked);
  return difference({ delivery_id }, { delivery_id: idsOf(asked, 'DeliveryRequested', 'delivery_id')[0] ?? null });
};

const and =
  (...all: readonly Fits[]): Fits =>
  (asked, model) =>
    all.map((fits) => fits(asked, model)).find((found) => found !== undefined);

/** By route; each of several held at a moment of its own: a read of rows of two collections has no one instant. */
const FITS: Readonly<Record<string, Fits | readonly Fits[]>> = {
  'POST /smart-lists': showsList,
  'GET /smart-lists/:': [showsSettings, countsListMembers],
  'PATCH /smart-lists/:': showsList,
  'PATCH /smart-lists/:?dry_run=true': showsDryRun,
  'POST /smart-lists/:/clone': showsList,
  'DELETE /smart-lists/:': gone((model, id) => model.list(id) !== undefined),
  'GET /smart-lists/:/progress': showsProgress,
  'GET /smart-lists/:/members': [namesList, showsMembers],
  'POST /smart-lists/:/members/batch': countsMembers('inserted'),
  'POST /smart-lists/:/members/batch-remove': countsMembers('removed'),
  'POST /smart-lists/:/members/batch-reset': and(countsMembers('reset'), resetsAll),
  'POST /smart-lists/:/reset': resetsList,
  'POST /smart-list-members/batch-remove': countsMembers('removed'),
  'POST /contacts/batch': showsImport,
  'GET /imports': showsFileImports,
  'POST /imports': showsFileImport,
  'GET /imports/:': showsFileImport,
  [SEND_ROWS]: showsFileImport,
  'GET /imports/:/refused-rows': showsRefusedRows,
  'POST /imports/:/cancel': showsFileImport,
  'GET /contacts/:': [showsContact, showsZones],
  'PATCH /contacts/:': [showsContact, showsZones, showsCap],
  'POST /contacts/refresh-zones': (asked) => difference(bodyOf(asked), { zones_table: ZONES_TABLE }),
  'DELETE /contacts/:': (asked, model) => {
    if (asked.query.get('erase') === 'true') return showsErasure(asked, model);
    return gone((state, id) => state.contact(id) !== undefined)(asked, model);
  },
  'POST /contacts/:/erase': showsErasure,
  'POST /contacts/batch-erase': showsErasures,
  'POST /do-not-call/batch': showsEntered,
  'POST /do-not-call/batch-remove': showsRemoved,
  'GET /do-not-call': showsEntries,
  'POST /dial-groups': showsGroup,
  'GET /dial-groups/:': showsGroup,
  'PATCH /dial-groups/:': showsGroup,
  'DELETE /dial-groups/:': gone((model, id) => model.groups.get(id) !== undefined),
  'POST /calling-hours': showsHours,
  'GET /calling-hours/:': showsHours,
  'PATCH /calling-hours/:': showsHours,
  'DELETE /calling-hours/:': gone((model, id) => model.callingHours.get(id) !== undefined),
  'POST /phone-system/outcomes': showsOutcome,
  'GET /phone-system/outcomes/:': showsOutcome,
  'PATCH /phone-system/outcomes/:': showsOutcome,
  'DELETE /phone-system/outcomes/:': gone((model, id) => model.outcomes.has(id)),
  'POST /dialer/next': showsDispatches,
  'GET /dialer/preview': showsPreview,
  'GET /dialer': showsDialer,
  'PATCH /dialer': showsDialer,
  'GET /dialer/stats': showsStats,
  'POST /calls': showsCall,
  'GET /calls': showsCalls,
  'GET /calls/:': showsCall,
  'PATCH /calls/:': showsCall,
  'POST /calls/:/heartbeat': showsCall,
  'POST /calls/:/end': showsCall,
  'POST /calls/:/outcomes': and(showsCall, showsDelivery),
  'POST /webhook-deliveries/:/redeliver': showsDelivery,
};

/** The same of answers whose rows are judged one by one. */
const FITS_OF_ROWS: Readonly<Record<string, (asked: Asked) => readonly Fits[]>> = {
  'GET /contacts': (asked) => (attributeOf(asked) ? claimsOfSearch(asked) : [showsContacts]),
  'GET /smart-lists/:/members/:': claimsOfMember,
  'GET /contacts/:/memberships': claimsOfMemberships,
};

/**
 * What a success claims: of a write the state right after its events, of one that wrote nothing a state between
 * question and answer, of a read one that has all writes answered before it was asked.
 * @param shown events of the log that a read has to show
 */
export function claimsOfSuccess(asked: Asked, shown: number): readonly Claim[] {
  if (asked.isReplay) return [];
  const { logAtAsk, logAtAnswer, method } = asked.request;
  const end = asked.indexes.at(-1);
  const from = end === undefined ? (method === 'GET' ? Math.min(shown, logAtAsk) : logAtAsk) : end + 1;
  return [FITS[asked.route] ?? FITS_OF_ROWS[asked.route]?.(asked) ?? []].flat().map((fits) => ({
    workspaceId: asked.workspaceId,
    from,
    // The end of an import may be written by another request of its file.
    to: end === undefined || asked.route === SEND_ROWS ? logAtAnswer : end + 1,
    sentence: asking(asked),
    refutation: (model) => fits(asked, model),
  }));
}

/** A write is durable when it is answered, and was not before it was asked. */
export function placedOutsideItsRequest(asked: Asked): readonly string[] {
  const { logAtAsk, logAtAnswer } = asked.request;
  const outside = asked.indexes.filter((index) => index < logAtAsk || index >= logAtAnswer);
  return outside.map(
    (index) => `${asking(asked)}: its event ${index} is not among those from ${logAtAsk} to ${logAtAnswer}`,
  );
}
