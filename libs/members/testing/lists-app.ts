import { Global, Module } from '@nestjs/common';
import { pino } from 'pino';
import { v7 } from 'uuid';
import { type Collection, ID_SOURCE, instant, type Instant, keyOf, keyText } from '#kernel';
import { TestWorkspace } from '#kernel/testing';
import { CONTACT_PROJECTIONS, ContactsModule } from '#contacts';
import { DIALING_PROJECTIONS } from '#dialing';
import { type Caller, createHttpApp, Credentials, ReadyGate } from '#http';
import { READ_MODEL } from '#read-model';
import { MemoryReadModel } from '#read-model/testing';
import { SMART_LIST_PROJECTIONS, SmartListsModule } from '#smart-lists';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult, type WorkspaceCommand } from '#workspace-head';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { WORKSPACE_DEFAULTS } from '#workspaces/domain';
import { sentCommands } from '../../http/testing/sent-commands.js';
import { MEMBER_PROJECTIONS, MembersModule } from '../index.js';

const PROJECTIONS = [
  ...WORKSPACES_PROJECTIONS,
  ...CONTACT_PROJECTIONS,
  ...SMART_LIST_PROJECTIONS,
  ...MEMBER_PROJECTIONS,
  ...DIALING_PROJECTIONS,
];

const CREATED = { type: 'WorkspaceCreated', data: { name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS } };

/** Decides on workspaces in memory and writes their rows at once. */
class MemoryDecider implements CommandDecider {
  private readonly workspaces = new Map<string, TestWorkspace>();

  constructor(private readonly readModel: MemoryReadModel) {}

  async execute({ workspaceId, decide }: WorkspaceCommand): Promise<CommandResult> {
    const workspace =
      this.workspaces.get(workspaceId) ?? new TestWorkspace(PROJECTIONS, { workspaceId }).append([CREATED]);
    this.workspaces.set(workspaceId, workspace);
    const decision = decide(workspace);
    workspace.append(decision.events);
    for (const { collection } of PROJECTIONS) await this.readModel.putRows(writes(workspace, collection));
    return { answer: decision.answer(workspace), replayed: false, visible: true, revision: workspace.revision };
  }

  now(workspaceId: string): Promise<Instant> {
    return Promise.resolve(this.workspaces.get(workspaceId)?.now ?? instant(Date.UTC(2030, 0, 1)));
  }
}

function writes(workspace: TestWorkspace, collection: Collection): Parameters<MemoryReadModel['putRows']>[0] {
  return workspace.all(collection).map((document) => ({ collection, key: keyOf(collection, document), document }));
}

/** Every key is good, for the workspace of its own name. */
class OpenCredentials extends Credentials {
  authenticate(token: string): Caller {
    return {
      workspaceId: keyText([token]),
      apiKeyId: token,
      scopes: new Set(['smart_lists:read', 'smart_lists:write', 'contacts:read', 'contacts:write'] as const),
      rateLimits: { read: null, write: null },
    };
  }
}

class OpenGate extends ReadyGate {
  readonly ready = true;
  readonly reason = '';
}

const readModel = new MemoryReadModel();
let ids = 0;

@Global()
@Module({
  imports: [ContactsModule, SmartListsModule, MembersModule],
  providers: [
    { provide: Credentials, useClass: OpenCredentials },
    { provide: ReadyGate, useClass: OpenGate },
    { provide: READ_MODEL, useValue: readModel },
    { provide: COMMAND_DECIDER, useValue: new MemoryDecider(readModel) },
    {
      provide: ID_SOURCE,
      useValue: { next: () => `0198f4b2-0000-7000-8000-${String((ids += 1)).padStart(12, '0')}` },
    },
  ],
  exports: [Credentials, ReadyGate, READ_MODEL, COMMAND_DECIDER, ID_SOURCE],
})
class ListsAppModule {}

/** What tests look into of a body; each has its own part of it. */
interface Body {
  readonly smart_list: { readonly smart_list_id: string };
  readonly smart_lists: readonly { readonly name: string }[];
  readonly contacts: readonly { readonly contact_id: string; readonly phone: string }[];
  readonly members: readonly { readonly added_at: string }[];
  readonly next_page_token: string | null;
}

/** An answer off the wire. */
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

/** What a test asks of the running app. */
export interface ListsApp {
  readonly send: Send;
  /** The commands that were sent over the bus. */
  readonly commands: readonly object[];
  /** Imports so many contacts, each with a phone that no other has. */
  readonly freshContacts: (count: number) => Promise<Body['contacts']>;
  readonly close: () => Promise<void>;
}

/** What a body or a query that is not as documented is answered with. */
export const refusal = (pointer?: string): object => ({
  status: 400,
  body: { code: 'validation_failed', ...(pointer !== undefined && { errors: [{ pointer }] }) },
});

/** The three slices over HTTP, on workspaces in memory. */
export async function startListsApp(): Promise<ListsApp> {
  const app = await createHttpApp(ListsAppModule, {
    logger: pino({ level: 'silent' }),
    clock: { now: () => Date.UTC(2030, 0, 1) },
    ids: { next: v7 },
    secret: new Uint8Array(32),
    adminTokens: [],
    rateLimits: { read: null, write: null },
  });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as { readonly port: number };
  const send: Send = async (method, path, body, { key = 'w1', headers = {} } = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
  };
  let phones = 0;
  const phone = (): string => `+1202555${String((phones += 1)).padStart(4, '0')}`;
  return {
    send,
    commands: sentCommands(app),
    freshContacts: async (count) => {
      const contacts = Array.from({ length: count }, () => ({ phone: phone() }));
      return (await send('POST', '/contacts/batch', { contacts })).body.contacts;
    },
    close: () => app.close(),
  };
}
