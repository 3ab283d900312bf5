import { byId } from '../../support/api.js';
import { expectRefused } from '../../support/refused.js';
import { shareService } from '../../support/shared.js';
import type { Member, Membership, SmartList } from '../../support/types.js';
import { TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';

const service = shareService();
const newWorkspace = () => TestWorkspace.make(service(), { unlisted: { enabled: false } });
const read = (path: string) => ({ method: 'GET', path });

/** The member in the list of members, with a status or among the active ones. */
async function inList(workspace: TestWorkspace, listId: string, contactId: string, status?: string): Promise<Member> {
  const members = await workspace.api.members(listId, status);
  return members.find(({ contact_id }) => contact_id === contactId)!;
}

/** A list with one contact. */
async function oneMember(workspace: TestWorkspace, settings: object = {}) {
  const [contact] = await workspace.contacts(1);
  const { smart_list_id: id } = await workspace.api.createList(settings);
  await workspace.api.addMembers(id, [byId(contact!)]);
  return { id, contact: contact! };
}

describe('one member', () => {
  it('[api endpoints GET /smart-lists/{smartListId}/members/{contactId}] as the list shows it in every status', async () => {
    const workspace = await newWorkspace();
    const { api, client } = workspace;
    const { outcome } = await api.createOutcome({ outcome_type: 'disposition' });
    const { id, contact } = await oneMember(workspace, { max_attempts_total: 2, min_retry_seconds: 3_600 });
    const shown: Member[] = [];
    const expectSame = async (status?: string) => {
      const member = await api.member(id, contact.contact_id.toUpperCase());
      expect(member).toEqual(await inList(workspace, id, contact.contact_id, status));
      shown.push(member);
    };
    await expectSame('queued');
    const [first] = await api.next();
    await expectSame('in_call');
    await api.endCall(first!.call_id, 'answered');
    await api.applyOutcome(first!.call_id, outcome.outcome_id);
    await expectSame('waiting');
    await api.changeList(id, { min_retry_seconds: 0 });
    const [second] = await api.next();
    await api.endCall(second!.call_id, 'busy');
    await expectSame('completed');
    await api.changeList(id, { max_attempts_per_day: 0 });
    await expectSame('frozen');
    await api.removeMembers(id, [byId(contact)]);
    await expectSame('removed');
    expect(shown.map(({ status, status_reason, attempt_count }) => [status, status_reason, attempt_count])).toEqual([
      ['queued', 'eligible', 0],
      ['in_call', 'call_in_progress', 1],
      ['waiting', 'retry_gap', 1],
      ['completed', 'total_cap_reached', 2],
      ['frozen', 'cap_zero', 2],
      ['removed', 'removed_by_request', 2],
    ]);
    expect(shown.at(-1)!.last_disposition).toMatchObject({ outcome_id: outcome.outcome_id });
    const answer = await client.read<object>(`/smart-lists/${id}/members/${contact.contact_id}`);
    expect(Object.keys(answer)).toEqual(['ok', 'member']);
  });

  it('of a contact that never was one, of no list or of a deleted one is unknown', async () => {
    const workspace = await newWorkspace();
    const { id, contact } = await oneMember(workspace);
    const [stranger] = await workspace.contacts(1);
    for (const path of [
      `${id}/members/${stranger!.contact_id}`,
      `${id}/members/${UNKNOWN_ID}`,
      `${id}/members/x`,
      `${UNKNOWN_ID}/members/${contact.contact_id}`,
    ])
      await expectRefused(workspace, read(`/smart-lists/${path}`), { code: 'not_found' });
    await workspace.api.deleteList(id);
    await expectRefused(workspace, read(`/smart-lists/${id}/members/${contact.contact_id}`), { code: 'not_found' });
  });

  it('of a contact that was deleted or erased is removed, and shows what the list shows', async () => {
    const workspace = await newWorkspace();
    const { id, contact } = await oneMember(workspace);
    await workspace.api.deleteContact(contact.contact_id);
    const member = await workspace.api.member(id, contact.contact_id);
    expect(member).toMatchObject({ status: 'removed', status_reason: 'contact_deleted', phone: contact.phone });
    const erased_at = await workspace.api.eraseContact(contact.contact_id);
    const erased = await workspace.api.member(id, contact.contact_id);
    expect(erased).toEqual({ ...member, phone: null, erased_at });
    expect(erased).toEqual(await inList(workspace, id, contact.contact_id, 'removed'));
  });

  it('has names of paths beside it, which stay what they are', async () => {
    const workspace = await newWorkspace();
    const { id, contact } = await oneMember(workspace);
    for (const name of ['batch', 'batch-remove']) {
      const answer = await workspace.client.get(`/smart-lists/${id}/members/${name}`);
      expect([answer.status, answer.headers['allow']]).toEqual([405, 'OPTIONS, POST']);
    }
    const member = `/smart-lists/${id}/members/${contact.contact_id}`;
    const { status, headers } = await workspace.client.delete(member);
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS, PATCH']);
  });
});

describe('the memberships of a contact', () => {
  const named = (member: Member, { name }: Pick<SmartList, 'name'>): Membership => ({
    ...member,
    smart_list_name: name,
  });

  it('[api endpoints GET /contacts/{contactId}/memberships] are those of every list that it is on', async () => {
    const workspace = await newWorkspace();
    const { api } = workspace;
    const [contact, other] = await workspace.contacts(2);
    const lists: SmartList[] = [];
    for (const priority of ['low', 'highest', 'medium', 'high', 'low', 'low']) {
      lists.push(await api.createList({ priority, max_attempts_total: 5 }));
      await api.addMembers(lists.at(-1)!.smart_list_id, [byId(other!), byId(contact!)]);
    }
    const [, called, renamed, left, deleted] = lists;
    const [call] = await api.next();
    expect(call).toMatchObject({ smart_list_id: called!.smart_list_id, contact_id: other!.contact_id });
    await api.changeList(renamed!.smart_list_id, { name: 'Renamed' });
    await api.removeMembers(left!.smart_list_id, [byId(contact!)]);
    await api.deleteList(deleted!.smart_list_id);
    const on = (await api.lists()).filter(({ smart_list_id }) => smart_list_id !== left!.smart_list_id);
    on.sort((a, b) => (a.smart_list_id < b.smart_list_id ? -1 : 1));
    for (const { contact_id } of [contact!, other!]) {
      const expected: Membership[] = [];
      const withLeft = contact_id === other!.contact_id ? [left!] : [];
      const all = [...on, ...withLeft].sort((a, b) => (a.smart_list_id < b.smart_list_id ? -1 : 1));
      for (const list of all) expected.push(named(await inList(workspace, list.smart_list_id, contact_id), list));
      expect(expected).toHaveLength(contact_id === other!.contact_id ? 5 : 4);
      for (const pageSize of [1, 2, 4, 200]) expect(await api.memberships(contact_id, pageSize)).toEqual(expected);
    }
    // In a call from one list it is in a call on all of them.
    expect(new Set((await api.memberships(other!.contact_id)).map(({ status }) => status))).toEqual(
      new Set(['in_call']),
    );
    expect((await api.memberships(other!.contact_id)).map(({ attempt_count }) => attempt_count).sort()).toEqual([
      ...[0, 0, 0, 0, 1],
    ]);
  });

  it('are none without lists, and unknown of a contact that does not exist or was deleted', async () => {
    const workspace = await newWorkspace();
    const { id, contact } = await oneMember(workspace);
    const path = `/contacts/${contact.contact_id}/memberships`;
    const none = { ok: true, memberships: [], next_page_token: null };
    await workspace.api.removeMembers(id, [byId(contact)]);
    expect(await workspace.client.read(path)).toEqual(none);
    await workspace.api.addMembers(id, [byId(contact)]);
    expect(await workspace.client.read(path)).toMatchObject({ memberships: [{ smart_list_id: id }] });
    await workspace.api.deleteContact(contact.contact_id);
    for (const unknown of [contact.contact_id, UNKNOWN_ID, 'x'])
      await expectRefused(workspace, read(`/contacts/${unknown}/memberships`), { code: 'not_found' });
  });

  it('end at once with a list that has too many members to end in one write', async () => {
    const workspace = await newWorkspace();
    const { api } = workspace;
    const contacts = await workspace.contacts(510);
    const { smart_list_id: id } = await api.createList();
    for (let at = 0; at < contacts.length; at += 100) await api.addMembers(id, contacts.slice(at, at + 100).map(byId));
    const last = contacts.at(-1)!.contact_id;
    expect(await api.memberships(last)).toHaveLength(1);
    await api.deleteList(id);
    expect(await api.memberships(last)).toEqual([]);
  });

  it('are read with smart_lists:read, not with contacts:read', async () => {
    const workspace = await newWorkspace();
    const { contact } = await oneMember(workspace);
    const path = `/contacts/${contact.contact_id}/memberships`;
    const [lists, people] = [
      await workspace.key({ scopes: ['smart_lists:read'] }),
      await workspace.key({ scopes: ['contacts:read'] }),
    ];
    expect((await lists.client.get(path)).status).toBe(200);
    expect((await people.client.get(path)).status).toBe(403);
  });
});
