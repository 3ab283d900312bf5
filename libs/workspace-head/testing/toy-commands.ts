import { type Answer, type Decide, DomainError, keyText, notFound, type WorkspaceView } from '#kernel';
import { COUNTS, FRONT, LISTS, MEMBERS, type ToyEvent, type ToyList } from './toy.js';

/** A command of a client of the toy. It is plain data, so that the reference model understands it without this code. */
export type ToyCommand =
  | { readonly kind: 'make'; readonly list: string; readonly name: string; readonly limit: number }
  | { readonly kind: 'rename'; readonly list: string; readonly name: string }
  | { readonly kind: 'drop'; readonly list: string }
  | { readonly kind: 'join'; readonly list: string; readonly contacts: readonly string[] }
  | { readonly kind: 'leave'; readonly list: string; readonly contacts: readonly string[] }
  /** Takes out the members that joined first. */
  | { readonly kind: 'shorten'; readonly list: string; readonly by: number }
  /** Takes one contact off all lists. */
  | { readonly kind: 'vanish'; readonly contact: string }
  | { readonly kind: 'look' };

/** Size of a page of a scan: small, so that full pages and `after` are frequent. */
const PAGE = 2;

export function decideToy(command: ToyCommand): Decide {
  return (view) => {
    switch (command.kind) {
      case 'make':
        refuseName(view, command.name, command.list);
        if (listOf(view, command.list)) throw new DomainError('resource_conflict', 'list exists');
        return write(
          [{ type: 'ListMade', data: { list_id: command.list, name: command.name, limit: command.limit } }],
          look,
        );
      case 'rename': {
        const list = required(view, command.list);
        if (list.name === command.name) return write([], () => ok({ list: command.list, name: list.name }));
        refuseName(view, command.name, command.list);
        return write([{ type: 'ListRenamed', data: { list_id: command.list, name: command.name } }], look);
      }
      case 'drop': {
        required(view, command.list);
        const left = membersIn(view, command.list);
        const events: ToyEvent[] = [{ type: 'ListDropped', data: { list_id: command.list } }];
        if (left.length > 0) events.push({ type: 'MembersLeft', data: { list_id: command.list, contacts: left } });
        return write(events, (after) => ok({ left, count: countOf(after, command.list) }));
      }
      case 'join':
        return join(view, command.list, command.contacts);
      case 'leave': {
        required(view, command.list);
        const rows = view.rows(MEMBERS, memberKeys(view, command.list, command.contacts));
        return leave(
          command.list,
          rows.flatMap((row) => (row?.active === 1 ? [row.contact_id] : [])),
        );
      }
      case 'shorten':
        required(view, command.list);
        return leave(command.list, membersProposed(view, command.list).slice(0, command.by));
      case 'vanish': {
        const { rows } = view.scan(MEMBERS, 'by_contact', [view.workspaceId, command.contact, 1], { limit: 100 });
        const events = rows.map(({ list_id }): ToyEvent => ({
          type: 'MembersLeft',
          data: { list_id, contacts: [command.contact] },
        }));
        return write(events, () => ok({ from: rows.map(({ list_id }) => list_id) }));
      }
      case 'look':
        return write([], look);
    }
  };
}

function join(view: WorkspaceView, listId: string, contacts: readonly string[]) {
  const { limit } = required(view, listId);
  const rows = view.rows(MEMBERS, memberKeys(view, listId, contacts));
  const joining = contacts.filter((_, at) => rows[at]?.active !== 1);
  if (countOf(view, listId) + joining.length > limit) throw new DomainError('resource_conflict', 'list is full');
  return write(
    joining.map((contact): ToyEvent => ({ type: 'MemberJoined', data: { list_id: listId, contact_id: contact } })),
    (after) => ok({ joined: joining, members: membersIn(after, listId), count: countOf(after, listId) }),
  );
}

function leave(listId: string, contacts: readonly string[]) {
  const events: ToyEvent[] = contacts.length > 0 ? [{ type: 'MembersLeft', data: { list_id: listId, contacts } }] : [];
  return write(events, (after) => ok({ left: contacts, members: membersIn(after, listId) }));
}

function write(events: readonly ToyEvent[], answer: (after: WorkspaceView) => Answer) {
  return { events, answer };
}

function ok(body: Answer['body']): Answer {
  return { status: 200, body };
}

/** Reads every row by every kind of read. */
function look(view: WorkspaceView): Answer {
  const lists = [...view.resident(LISTS).values()].sort((a, b) => (a.list_id < b.list_id ? -1 : 1));
  const prefixes = lists.map(({ list_id }) => [view.workspaceId, list_id, 1]);
  const firsts = view.scanMany(MEMBERS, 'by_list', prefixes, { limit: PAGE });
  const counted = view.rows(
    COUNTS,
    lists.map(({ list_id }) => [view.workspaceId, list_id]),
  );
  const found = lists.map(({ list_id }) => ({ list_id, members: membersIn(view, list_id) }));
  for (const contact of new Set(found.flatMap(({ members }) => members))) {
    const lists = found.filter(({ members }) => members.includes(contact)).map(({ list_id }) => list_id);
    // A refusal rather than a fault, since refusals are proven: while rows are ahead of the head, two reads may differ.
    if (listsOf(view, contact).join() !== lists.join())
      throw new DomainError('precondition_failed', `${contact} was on ${listsOf(view, contact).join()}`);
  }
  return ok({
    lists: lists.map(({ list_id, name }, at) => {
      const members = membersIn(view, list_id);
      firsts[at]!.rows.forEach(({ contact_id }, index) => {
        if (members[index] !== contact_id) throw new Error('two scans of one view differ');
      });
      const proposed = membersProposed(view, list_id);
      // A refusal rather than a fault, since refusals are proven: while rows are ahead of the head, two reads may
      // differ.
      if (proposed.join() !== members.join())
        throw new DomainError('precondition_failed', `proposed were ${proposed.join()} of ${members.join()}`);
      return { list: list_id, name, members, count: counted[at]?.members ?? 0 };
    }),
  });
}

/** The active lists that a contact is on, by their ids, page by page. */
function listsOf(view: WorkspaceView, contact: string): readonly string[] {
  const lists: string[] = [];
  let after: readonly (string | number)[] | undefined;
  do {
    const [page] = view.scanKeys(MEMBERS, 'by_contact', [[view.workspaceId, contact, 1]], {
      ...(after ? { after } : {}),
      limit: PAGE,
    });
    lists.push(...page!.keys.map(([, list]) => list!));
    after = page!.next;
  } while (after);
  return lists.filter((list) => view.resident(LISTS).has(keyText([view.workspaceId, list])));
}

/** All members of a list, page by page. */
function membersIn(view: WorkspaceView, listId: string): readonly string[] {
  const found: string[] = [];
  let after: readonly (string | number)[] | undefined;
  do {
    const page = view.scan(MEMBERS, 'by_list', [view.workspaceId, listId, 1], {
      ...(after ? { after } : {}),
      limit: PAGE,
    });
    found.push(...page.rows.map(({ contact_id }) => contact_id));
    after = page.next;
  } while (after);
  return found;
}

/**
 * The members of a list, chosen from the candidates of an index, page by page: on the shelves that the rows have, and
 * on the one that they may move to.
 */
function membersProposed(view: WorkspaceView, listId: string): readonly string[] {
  const list = [view.workspaceId, listId];
  const shelves = view.candidateValues(MEMBERS, { index: 'by_shelf', prefix: list, limit: 9 });
  const prefixes = [FRONT, ...shelves.filter((shelf) => shelf !== '')].map((shelf) => [...list, shelf]);
  const numbers = new Map<string, number>();
  let after: readonly (string | number)[] | undefined;
  do {
    const options = { index: 'by_shelf', prefixes, limit: PAGE, touched: [list], ...(after ? { after } : {}) };
    const { rows, end } = view.candidates(MEMBERS, options);
    for (const { contact_id, active, number } of rows) if (active === 1) numbers.set(contact_id, number);
    after = end;
  } while (after);
  return [...numbers].sort(([, a], [, b]) => a - b).map(([contact]) => contact);
}

function countOf(view: WorkspaceView, listId: string): number {
  return view.rows(COUNTS, [[view.workspaceId, listId]])[0]?.members ?? 0;
}

function memberKeys(view: WorkspaceView, listId: string, contacts: readonly string[]) {
  return contacts.map((contact) => [view.workspaceId, listId, contact]);
}

function listOf(view: WorkspaceView, listId: string): ToyList | undefined {
  return view.rows(LISTS, [[view.workspaceId, listId]])[0];
}

function required(view: WorkspaceView, listId: string): ToyList {
  const list = view.resident(LISTS).get(keyText([view.workspaceId, listId]));
  if (!list) throw notFound('list');
  return list;
}

function refuseName(view: WorkspaceView, name: string, but: string): void {
  for (const list of view.resident(LISTS).values()) {
    if (list.name === name && list.list_id !== but) throw new DomainError('resource_conflict', 'name is taken');
  }
}
