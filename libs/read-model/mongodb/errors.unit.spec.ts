import {
  MongoBulkWriteError,
  MongoInvalidArgumentError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  MongoWriteConcernError,
  type WriteError,
} from 'mongodb';
import { ReadModelOpenError, ReadModelUnavailableError } from '../read-model.js';
import { duplicatesOf, NoAnswerError, translate, translating } from './errors.js';
import { openProblem } from './open-problem.js';

const ASKED = { hosts: 'a:1', database: 'rows', timeoutMs: 10_000, tls: false };

/** The driver's error when it can choose none of the servers. */
function selection(...errors: readonly (Error | undefined)[]): MongoServerSelectionError {
  const servers = new Map(errors.map((error, i) => [`a:${i}`, { address: `a:${i}`, type: 'RSSecondary', error }]));
  return new MongoServerSelectionError('Server selection timed out after 3000 ms', { servers } as never);
}

const server = (code: number, message: string) => new MongoServerError({ code, errmsg: message, message });

/** The driver's error for the answers to a bulk write. */
function bulkError(codes: readonly number[], writeConcern?: { code: number }): MongoBulkWriteError {
  const writeErrors = codes.map((code, index) => ({ code, index, errmsg: `code ${code}` }));
  const result = { getWriteConcernError: () => writeConcern };
  const message = { message: 'bulk', code: codes[0] ?? 0, writeErrors: writeErrors as unknown as WriteError[] };
  return new MongoBulkWriteError(message, result as never);
}

/** The driver's form of an error that is no answer: a bulk error without a statement. */
function wrapped(error: Error): MongoBulkWriteError {
  return new MongoBulkWriteError(error, { getWriteConcernError: () => undefined } as never);
}

describe('errors of the driver of MongoDB', () => {
  it.each([
    ['a cut connection', new MongoNetworkError('read ECONNRESET')],
    [
      'a cut connection, as the socket reports it',
      Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' }),
    ],
    ['a connection that was cut during a bulk write', wrapped(new MongoNetworkError('closed'))],
    ['no primary', new MongoServerSelectionError('none', {} as never)],
    ['a primary that steps down', server(10_107, 'not primary')],
    ['a server that goes down', server(11_600, 'interrupted at shutdown')],
    ['a full disk', server(14_031, 'out of disk space')],
    ['a database that is being dropped', server(215, 'database is in the process of being dropped')],
    [
      'an index that was dropped with its collection',
      server(2, 'planner returned error :: caused by :: hint provided does not correspond to an existing index'),
    ],
    ['rights that were taken', server(13, 'not authorized')],
    [
      'a majority that does not acknowledge',
      new MongoWriteConcernError({ writeConcernError: { code: 64, errmsg: 'timeout' }, ok: 1 }),
    ],
    ['one of a bulk write interrupted', bulkError([11_000, 11_602])],
    ['a bulk write that the majority does not acknowledge', bulkError([11_000], { code: 64 })],
  ])('mean that the read model is away: %s', (_what, error) => {
    expect(translate(error)).toBeInstanceOf(ReadModelUnavailableError);
    expect((translate(error) as Error).message).toMatch(/^The read model in MongoDB cannot be used now: /);
  });

  it.each([
    ['a wrong argument', new MongoInvalidArgumentError('no')],
    ['a document too large', server(10_334, 'BSONObj size invalid')],
    ['a bulk write that is no good', wrapped(server(9, 'FailedToParse'))],
    ['an error of our own', new TypeError('undefined is not a function')],
  ])('are not converted if a retry is useless: %s', (_what, error) => {
    expect(translate(error)).toBe(error);
  });

  it('distinguish refused inserts from all other errors of a bulk write', () => {
    expect(duplicatesOf(wrapped(new MongoNetworkError('closed')))).toBeUndefined();
    expect(duplicatesOf(bulkError([11_000, 11_000]))).toEqual([0, 1]);
    expect(duplicatesOf(bulkError([11_000, 2]))).toBeUndefined();
    expect(duplicatesOf(bulkError([11_000], { code: 64 }))).toBeUndefined();
    expect(duplicatesOf(server(11_000, 'E11000'))).toBeUndefined();
  });

  it('include a missing answer', async () => {
    const never = translating(() => new Promise(() => undefined), 5);
    await expect(never).rejects.toThrow(ReadModelUnavailableError);
    await expect(never).rejects.toThrow('no answer within');
  });

  it.each([
    [server(18, 'Authentication failed.'), 'MongoDB at a:1 refuses the user or the password of the URL.'],
    [
      server(13, 'not authorized on rows to execute command'),
      'MongoDB at a:1 does not let the user of the URL read and write the database rows: not authorized on rows to execute command.',
    ],
    [
      server(86, 'An existing index has the same name'),
      "The database rows of MongoDB at a:1 holds indexes that are not the service's: An existing index has the same name.",
    ],
    [server(1, 'internal error'), 'MongoDB at a:1 cannot be used: internal error.'],
    [new NoAnswerError('no answer within 10 s'), 'MongoDB at a:1 gives no answer within 10 s.'],
    [new MongoInvalidArgumentError('no'), 'MongoDB at a:1 cannot be used: no.'],
    [new Error('something\n  in lines\n'), 'MongoDB at a:1 cannot be used: something in lines.'],
    ['not even an error', 'MongoDB at a:1 cannot be used: not even an error.'],
    [
      Object.assign(new TypeError('a wrong setting'), { code: 'ERR_INVALID_ARG_VALUE' }),
      'MongoDB at a:1 cannot be used: a wrong setting.',
    ],
    [
      Object.assign(new Error("ENOENT: no such file or directory, open '/a.pem'"), { code: 'ENOENT', syscall: 'open' }),
      "A file that the URL of MongoDB names cannot be read: ENOENT: no such file or directory, open '/a.pem'.",
    ],
    [
      Object.assign(new Error('querySrv ENOTFOUND _mongodb._tcp.a'), { code: 'ENOTFOUND', syscall: 'querySrv' }),
      'MongoDB cannot be reached at a:1 within 10 s: querySrv ENOTFOUND _mongodb._tcp.a.',
    ],
    [
      selection(undefined, undefined),
      'MongoDB cannot be reached at a:1 within 10 s: no primary among them (a:0 is RSSecondary, a:1 is RSSecondary).',
    ],
    [
      selection(new Error('connection <monitor> to a:1 closed')),
      'MongoDB cannot be reached at a:1 within 10 s: connection <monitor> to a:1 closed (if the server speaks TLS only, the URL must say tls=true).',
    ],
  ])('are one sentence when the read model is opened (%#)', (error, sentence) => {
    const problem = openProblem(error, ASKED);
    expect((problem as Error).cause).toBe(error);
    expect(problem).toBeInstanceOf(ReadModelOpenError);
    expect((problem as Error).message).toBe(sentence);
  });

  it('that are bugs are not converted when the read model is opened', () => {
    const error = new TypeError('no');
    expect(openProblem(error, ASKED)).toBe(error);
  });

  it('name the setting of the URL that they come from', () => {
    const sentence = (error: Error, asked: object) => (openProblem(error, { ...ASKED, ...asked }) as Error).message;
    expect(sentence(selection(), { replicaSet: 'rs0' })).toMatch(
      / within 10 s: none of its servers is a member of the replica set that the URL names \(replicaSet=rs0\)\.$/,
    );
    expect(sentence(selection(new Error('no way')), { hosts: 'a:0, b:1', replicaSet: 'rs0' })).toMatch(
      /: no way; the others are no members of the replica set that the URL names \(replicaSet=rs0\)\.$/,
    );
    const timeout = selection(new Error("Socket 'secureConnect' timed out after 2501ms"));
    expect(sentence(timeout, { tls: true })).toMatch(/ timed out after 2501ms \(the URL asks for TLS: .+\)\.$/);
    expect(sentence(selection(new Error('connect ECONNREFUSED')), { tls: true })).toMatch(/: connect ECONNREFUSED\.$/);
  });
});
