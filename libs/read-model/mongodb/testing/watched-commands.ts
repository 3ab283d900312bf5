import type { CommandStartedEvent, Db, MongoClient } from 'mongodb';
import { type Merge, type Query, whyUnserved } from './served-by.js';

interface Command extends Pick<Query, 'filter' | 'projection'> {
  readonly find?: string;
  /** A count: its first stage contains the filter. */
  readonly aggregate?: string;
  readonly pipeline?: readonly { readonly $match?: Query['filter'] }[];
  /** The driver's form, which keeps the order of fields. */
  readonly sort?: ReadonlyMap<string, 1>;
  readonly hint?: string;
  readonly updates?: readonly { readonly q: Query['filter'] }[];
  readonly deletes?: readonly { readonly q: Query['filter'] }[];
  readonly writeConcern?: { readonly w?: unknown; readonly j?: unknown };
  readonly $readPreference?: { readonly mode: string };
}

const WRITES: ReadonlySet<string> = new Set(['insert', 'update', 'delete']);

/** Sent where a server has sessions, when a connection is closed, to any member: it concerns no document. */
const END_OF_SESSIONS = 'endSessions';

/** Commands that need no check. */
const HARMLESS: ReadonlySet<string> = new Set(['insert', 'getMore', 'killCursors', END_OF_SESSIONS]);

/** The commands that connections really send, to be checked for the indexes they use. */
export class WatchedCommands {
  private readonly sent: CommandStartedEvent[] = [];
  private readonly clients: MongoClient[] = [];

  /** Watches the client of a store whose URL has `monitorCommands=true`. */
  watch(connection: object): void {
    const client = (connection as { readonly client: MongoClient }).client;
    this.clients.push(client);
    client.on('commandStarted', (event) => this.sent.push(event));
  }

  /** Commands of a kind that were sent. */
  count(name: string): number {
    return this.sent.filter(({ commandName }) => commandName === name).length;
  }

  /**
   * One sentence for each write that less than a majority's journals acknowledge or that the driver may repeat without
   * a report, and for each command that a server other than the primary may serve.
   */
  weak(): readonly string[] {
    const asked = this.sent.filter(({ commandName }) => commandName !== END_OF_SESSIONS);
    const complaints = asked.flatMap(({ commandName, command }) => {
      const { writeConcern, $readPreference } = command as Command;
      const acknowledged = writeConcern?.w === 'majority' && writeConcern.j === true;
      return [
        ...(WRITES.has(commandName) && !acknowledged ? [`${commandName}: ${JSON.stringify(writeConcern)}`] : []),
        ...(($readPreference?.mode ?? 'primary') === 'primary' ? [] : [`${commandName}: ${$readPreference!.mode}`]),
      ];
    });
    // The driver does not send the mode to a standalone server.
    const reading = this.clients.map(({ readPreference }) => readPreference.mode).filter((mode) => mode !== 'primary');
    // Without sessions the commands themselves do not show it.
    const repeating = this.clients.flatMap(({ options }) => (options.retryWrites ? ['writes are repeated'] : []));
    return [...new Set([...complaints, ...reading, ...repeating])];
  }

  /** One sentence for each command that no index serves. */
  async unserved(database: Db): Promise<readonly string[]> {
    const complaints = new Set<string>();
    for (const { commandName, command, databaseName } of this.sent) {
      if (databaseName !== database.databaseName) continue;
      const why = await complaint(database, commandName, command as Command);
      if (why !== undefined) complaints.add(`${commandName}: ${why}`);
    }
    return [...complaints];
  }
}

async function complaint(database: Db, name: string, command: Command): Promise<string | undefined> {
  const read = command.find ?? command.aggregate;
  if (read !== undefined) {
    const indexes = await database.collection(read).indexes();
    const index = indexes.find((candidate) => candidate.name === command.hint);
    if (!index) return `${read} has no index ${command.hint}`;
    const { filter = command.pipeline?.[0]?.$match, sort } = command;
    const query = { filter, ...(sort ? { sort: Object.fromEntries(sort) } : {}) } as Query | Merge;
    const why = whyUnserved(query, Object.keys(index.key));
    return why && `${read} ${command.hint}: ${why}`;
  }
  const writes = command.updates ?? command.deletes;
  if (!writes) return HARMLESS.has(name) ? undefined : 'is nothing that the adapter should send';
  const blind = writes.find(
    ({ q }) => whyUnserved({ filter: { _id: q['_id']! } }, ['_id']) !== undefined || !('_id' in q),
  );
  return blind && `${JSON.stringify(blind)} is not found by its _id`;
}
