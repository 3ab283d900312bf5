import { CALLING_HOURS_PROJECTIONS } from '#calling-hours';
import { CONTACT_PROJECTIONS, ContactsModule } from '#contacts';
import { DIAL_GROUP_PROJECTIONS } from '#dial-groups';
import { DIALING_PROJECTIONS } from '#dialing';
import { SMART_LIST_PROJECTIONS, SmartListsModule } from '#smart-lists';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { MemoryService } from '#workspaces/testing';
import { MEMBER_PROJECTIONS, MembersModule } from '../index.js';

const PROJECTIONS = [
  ...WORKSPACES_PROJECTIONS,
  ...CALLING_HOURS_PROJECTIONS,
  ...CONTACT_PROJECTIONS,
  ...SMART_LIST_PROJECTIONS,
  ...DIAL_GROUP_PROJECTIONS,
  ...MEMBER_PROJECTIONS,
  ...DIALING_PROJECTIONS,
];

/** The fields of bodies that tests read. */
interface Body {
  readonly smart_list: { readonly smart_list_id: string };
  readonly smart_lists: readonly { readonly name: string }[];
  readonly contacts: readonly { readonly contact_id: string; readonly phone: string }[];
  readonly members: readonly { readonly added_at: string }[];
  readonly next_page_token: string | null;
}

/** An answer as received. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** Sends one request. `key` names the workspace. */
export type Send = (
  method: string,
  path: string,
  body?: unknown,
  options?: { readonly key?: string; readonly headers?: Record<string, string> },
) => Promise<Reply>;

/** The helpers of a test with the running app. */
export interface ListsApp {
  readonly send: Send;
  /** The commands that were sent over the bus. */
  readonly commands: readonly object[];
  /** Imports this number of contacts, each with a phone of its own. */
  readonly freshContacts: (count: number) => Promise<Body['contacts']>;
  readonly close: () => Promise<void>;
}

/** The refusal of a body or a query that is not as documented. */
export const refusal = (pointer?: string): object => ({
  status: 400,
  body: { code: 'validation_failed', ...(pointer !== undefined && { errors: [{ pointer }] }) },
});

/** The three slices over HTTP, on workspaces in memory. */
export async function startListsApp(): Promise<ListsApp> {
  const service = await MemoryService.startOpen([ContactsModule, SmartListsModule, MembersModule], PROJECTIONS);
  const send: Send = (method, path, body, { key = 'w1', headers = {} } = {}) =>
    service.ask(method, path, body, { token: key, headers });
  let phones = 0;
  const phone = (): string => `+1202555${String((phones += 1)).padStart(4, '0')}`;
  return {
    send,
    commands: service.commands,
    freshContacts: async (count) => {
      const contacts = Array.from({ length: count }, () => ({ phone: phone() }));
      return (await send('POST', '/contacts/batch', { contacts })).body.contacts;
    },
    close: () => service.stop(),
  };
}
