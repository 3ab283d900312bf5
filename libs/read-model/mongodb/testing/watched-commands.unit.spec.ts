import { EventEmitter } from 'node:events';
import type { MongoReadModelConnection } from '../connection.js';
import { WatchedCommands } from './watched-commands.js';

/** A connection that sends the commands of the test. */
function connectionOf(options: { readonly retryWrites: boolean }) {
  const readPreference = { mode: 'primary' };
  const client = Object.assign(new EventEmitter(), { readPreference, options });
  const send = (commandName: string, command: object) => client.emit('commandStarted', { commandName, command });
  return { connection: { client } as unknown as MongoReadModelConnection, send };
}

describe('the check of commands', () => {
  const watched = (retryWrites = false) => {
    const commands = new WatchedCommands();
    const { connection, send } = connectionOf({ retryWrites });
    commands.watch(connection);
    return { commands, send };
  };

  it('accepts endSessions, which is sent to any member', () => {
    const { commands, send } = watched();
    send('find', { find: 'things', $readPreference: { mode: 'primary' } });
    send('update', { updates: [], writeConcern: { w: 'majority', j: true } });
    send('endSessions', { endSessions: [], $readPreference: { mode: 'primaryPreferred' } });
    expect(commands.weak()).toEqual([]);
  });

  it('reports weak commands on servers with sessions, too', () => {
    const { commands, send } = watched(true);
    send('find', { find: 'things', $readPreference: { mode: 'primaryPreferred' } });
    send('update', { updates: [], writeConcern: { w: 1 } });
    expect(commands.weak()).toEqual(['find: primaryPreferred', 'update: {"w":1}', 'writes are repeated']);
  });
});
