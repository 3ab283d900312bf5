import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { openReader, SqliteEventStore, SqliteStoredLog } from '#event-store/sqlite';
import { EventSchemas, type NewEvent, type Position, workspaceStream } from '#kernel';
import { testId } from '#kernel/testing';
import { ChainedEventStore } from '../chained-event-store.js';
import type { StoredEvent } from '../decode.js';
import type { EventStore, ExpectedRevision } from '../event-store.js';
import { SkippedEvents, SKIPS_SCHEMAS, SKIPS_STREAM } from '../skipped-events.js';
import { temporaryDirectory } from '../sqlite/testing/temporary-directory.js';
import { type KnownLog, LogVerifier, type VerifiedLog } from './log-verifier.js';

const SCHEMAS = new EventSchemas([...SKIPS_SCHEMAS, { type: 'NoteTaken', version: 1 }]);
const WORKSPACES = [testId(1), testId(2)];
const DELIVERY = `delivery-${testId(3)}`;

let made = 10;
function note(
  workspaceId: string,
  text: string,
  about: { type?: string; version?: number; at?: string } = {},
): NewEvent {
  const { type = 'NoteTaken', version = 1, at = '2030-01-01T00:00:00.000Z' } = about;
  made += 1;
  const metadata = {
    ...{ schema_version: version, workspace_id: workspaceId, occurred_at: at },
    ...{ actor: { kind: 'system' as const, id: 'test' }, correlation_id: testId(4), causation_id: null },
  };
  return { id: testId(made), type, data: { text, 'a \n line': '\u001f' }, metadata };
}

const directory = temporaryDirectory();
const file = (): string => join(directory(), 'events.db');

async function writing(write: (store: EventStore) => Promise<void>, chain = true): Promise<void> {
  const skipped = new SkippedEvents();
  const sqlite = await SqliteEventStore.open({ file: file(), upcast: SCHEMAS.upcast, skipped });
  await skipped.refresh(sqlite);
  await write(chain ? new ChainedEventStore(sqlite) : sqlite);
  await sqlite.close();
}

/** Appends of 1 to 4 events in two workspaces and a delivery. */
async function sample(store: EventStore, appends = 40): Promise<void> {
  const ends = new Map<string, ExpectedRevision>();
  for (let n = 0; n < appends; n += 1) {
    const workspaceId = WORKSPACES[n % 2]!;
    const stream = n % 5 === 4 ? DELIVERY : workspaceStream(workspaceId);
    const events = Array.from({ length: 1 + (n % 4) }, (_, at) => note(workspaceId, `note ${n} ${at}`));
    const { revision } = await store.append(stream, events, ends.get(stream) ?? 'no_stream');
    ends.set(stream, revision);
  }
}

async function stored(): Promise<{ readonly events: readonly StoredEvent[]; readonly given: number }> {
  const log = SqliteStoredLog.of(file());
  const found = { given: log.given, events: [...log.events()] };
  await log.close();
  return found;
}

function verify(
  { events, given }: Awaited<ReturnType<typeof stored>>,
  known?: KnownLog,
): VerifiedLog & { readonly findings: readonly string[] } {
  const findings: string[] = [];
  const found = (place: string, what: string): void => void findings.push(`${place} ${what}`);
  const verifier = new LogVerifier({ upcast: SCHEMAS.upcast, found, known, given });
  for (const event of events) verifier.add(event);
  return { ...verifier.end(), findings };
}

it('a log that nobody touched fits, and goes on from where another process left it', async () => {
  await writing(sample);
  const { findings, ...first } = verify(await stored());
  expect({ ...first, findings }).toEqual({
    ...{ events: 100, streams: 3, unlinked: 0, findings: [] },
    digest: expect.stringMatching(/^[\w-]{43}$/) as unknown,
  });
  await writing(async (store) => {
    const { revision } = (await store.read(DELIVERY, { backwards: true, limit: 1 }))[0]!;
    await store.append(DELIVERY, [note(WORKSPACES[0]!, 'read before')], revision);
    await store.append(DELIVERY, [note(WORKSPACES[0]!, 'remembered')], revision + 1);
  });
  await writing(async (store) => {
    const before = openReader({ file: file(), upcast: SCHEMAS.upcast });
    const { revision } = (await before.read(DELIVERY, { backwards: true, limit: 1 }))[0]!;
    before.close();
    const both = [note(WORKSPACES[0]!, 'not read before'), note(WORKSPACES[0]!, 'sent at the same time')];
    await Promise.all(both.map((event, n) => store.append(DELIVERY, [event], revision + n)));
  });
  expect(verify(await stored(), first)).toMatchObject({ events: 104, unlinked: 0, findings: [] });
});

it('one changed byte anywhere in an event is found, in 1,000 tries', async () => {
  await writing((store) => sample(store, 12));
  const log = await stored();
  const anEvent = fc.nat({ max: log.events.length - 1 });
  const field = fc.constantFrom('stream', 'revision', 'id', 'type', 'data', 'metadata', 'position' as const);
  fc.assert(
    fc.property(anEvent, field, fc.nat(), fc.nat({ max: 6 }), (index, name, place, bit) => {
      const event = log.events[index]!;
      const number = { revision: event.revision, position: Number(event.position) }[name as string];
      const changed = number === undefined ? flipped(event[name as 'id'], place, 1 << bit) : number ^ (1 << bit);
      const at = name === 'position' ? String(changed).padStart(event.position.length, '0') : changed;
      const events = log.events.with(index, { ...event, [name]: at });
      const { findings } = verify({ ...log, events });
      expect(findings.length).toBeGreaterThan(0);
      if (name === 'data' || name === 'id') expect(findings.join()).toContain(event.stream);
    }),
    { numRuns: 1_000 },
  );
});

function flipped(text: string, place: number, mask: number): string {
  const at = place % text.length;
  return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ mask) + text.slice(at + 1);
}

const tampering: Record<string, (db: Database.Database) => void> = {
  'an event that was changed in the file': (db) =>
    db.exec(`UPDATE events SET data = replace(data, 'note 7', 'note 8') WHERE data LIKE '%note 7 0%'`),
  'an event that was taken out': (db) => db.exec('DELETE FROM events WHERE position = 50'),
  'a stream that was taken out': (db) => db.exec('DELETE FROM events WHERE stream = 3'),
  'events that were taken off the end': (db) => db.exec('DELETE FROM events WHERE position > 97'),
  'a counter of events that was lowered': (db) => db.exec('UPDATE sqlite_sequence SET seq = 99'),
  'events that changed places': (db) =>
    db.exec(`UPDATE events SET position = -position WHERE position IN (9, 14);
             UPDATE events SET position = 23 + position WHERE position < 0`),
  'an append whose link was taken off': (db) =>
    db.exec(`UPDATE events SET metadata = substr(metadata, 1, instr(metadata, ',"chain"') - 1) || '}', data = '{}'
              WHERE position = 100`),
  'a stream that lost its name': (db) => db.exec('DELETE FROM streams WHERE stream = 2'),
};

it.each(Object.entries(tampering))('%s is found', async (_, tamper) => {
  await writing(sample);
  const db = new Database(file());
  tamper(db);
  db.close();
  expect(verify(await stored()).findings.length).toBeGreaterThan(0);
});

it('links that were made anew do not fit a digest that is known', async () => {
  await writing(sample);
  const known = verify(await stored());
  const [first, ...others] = (await stored()).events;
  await writing(async (store) => void (await store.append('elsewhere', [note(WORKSPACES[0]!, 'x')], 'no_stream')));
  const longer = await stored();
  expect(verify(longer, known).findings).toEqual([]);
  const forged = { ...longer, events: [{ ...first!, data: '{}' }, ...others, longer.events.at(-1)!] };
  expect(verify(forged, known).findings).toContainEqual(
    `${others.at(-1)!.stream}@${others.at(-1)!.revision} the first 100 events are not those whose digest is known`,
  );
  expect(verify({ events: longer.events.slice(0, 90), given: 90 }, known).findings).toContainEqual(
    'the end of the log 10 of the 100 known events are missing',
  );
});

it('events of a version without links are counted, until one stands behind a link', async () => {
  await writing(sample, false);
  expect(verify(await stored())).toMatchObject({ events: 100, unlinked: 100, findings: [] });
  const stream = `delivery-${testId(5)}`;
  await writing(async (store) => void (await store.append(stream, [note(WORKSPACES[0]!, 'linked')], 'no_stream')));
  await writing(async (store) => void (await store.append(stream, [note(WORKSPACES[0]!, 'old')], 0)), false);
  await writing(async (store) => void (await store.append(stream, [note(WORKSPACES[0]!, 'linked')], 1)));
  expect(verify(await stored())).toMatchObject({
    unlinked: 101,
    findings: [`${stream}@1 1 event from here on have no link, and those before have`],
  });
});

it('an event that nobody can read is named, unless it was skipped; the next append begins behind it', async () => {
  const stream = `delivery-${testId(6)}`;
  const foreign = note(WORKSPACES[0]!, 'from tomorrow', { type: 'NoteBurnt' });
  await writing(async (store) => {
    await store.append(stream, [note(WORKSPACES[0]!, 'before')], 'no_stream');
    await store.append(stream, [foreign], 0);
  });
  expect(verify(await stored()).findings).toEqual([`${stream}@1 unknown event type NoteBurnt`]);
  const skip = { ...note('', ''), type: 'EventSkipped', data: { stream, revision: 1, reason: 'nobody knows it' } };
  await writing(async (store) => {
    await store.append(SKIPS_STREAM, [skip], 'no_stream');
  });
  await writing(async (store) => void (await store.append(stream, [note(WORKSPACES[0]!, 'known')], 1)), true);
  expect(verify(await stored()).findings).toEqual([]);
});

it('times that fall and events of another workspace are named', async () => {
  const stream = workspaceStream(WORKSPACES[0]!);
  await writing(async (store) => {
    await store.append(stream, [note(WORKSPACES[0]!, 'a')], 'no_stream');
    await store.append(stream, [note(WORKSPACES[0]!, 'b', { at: '2029-12-31T23:59:59.999Z' })], 0);
    await store.append(stream, [note(WORKSPACES[1]!, 'c', { at: 'today' })], 1);
  });
  expect(verify(await stored()).findings).toEqual([
    `${stream}@1 is of 2029-12-31T23:59:59.999Z, and the event before it of 2030-01-01T00:00:00.000Z`,
    `${stream}@2 its time is no instant`,
  ]);
});

it('positions that have gaps need only rise', () => {
  const at = (position: string): StoredEvent => ({
    ...{ stream: `delivery-${testId(7)}`, revision: 0, id: testId(8), type: 'NoteTaken', data: '{}' },
    ...{ metadata: '{"schema_version":1,"workspace_id":"","occurred_at":"2030-01-01T00:00:00.000Z"}' },
    position: position as Position,
  });
  const findings = (...positions: string[]): number => {
    const found: string[] = [];
    const verifier = new LogVerifier({ upcast: SCHEMAS.upcast, found: (_, what) => void found.push(what) });
    positions.forEach((position, n) => verifier.add({ ...at(position), revision: n, id: testId(100 + n) }));
    verifier.end();
    return found.length;
  };
  expect([findings('0005', '0007', '0012'), findings('0005', '0005'), findings('0007', '0005')]).toEqual([0, 1, 1]);
});
