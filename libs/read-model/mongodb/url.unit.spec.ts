import { databaseOf, mongoUrlProblem } from './url.js';

describe('the URL of a read model in MongoDB', () => {
  it.each([
    'mongodb://localhost',
    'mongodb://localhost:27017/smart_lists',
    'mongodb://user:p%40ss@a:27017,b:27018/rows?replicaSet=rs0&authSource=admin&tls=true',
    'mongodb://localhost/?w=majority&journal=true&readPreference=primary',
  ])('%s is taken', (url) => {
    expect(mongoUrlProblem(url)).toBeUndefined();
  });

  it.each([
    ['http://localhost', /^must be a URL such as mongodb:/],
    ['mongodb://', /^must be a URL such as mongodb:/],
    ['mongodb://localhost/a.b', /^must name a database of at most 38 letters/],
    ['mongodb://localhost/a/b', /^must name a database of at most 38 letters/],
    ['mongodb://localhost:x/rows', /^must be a URL that the driver of MongoDB takes: /],
    ['mongodb://localhost/?unheardOf=1', /^must be a URL that the driver of MongoDB takes: /],
    ['mongodb://localhost/?readPreference=secondary', /^must not set readPreference to anything but primary/],
    ['mongodb://localhost/?readPreference=primaryPreferred', /^must not set readPreference to anything but primary/],
    ['mongodb://localhost/?w=1', /^must not set w to anything but majority/],
    ['mongodb://localhost/?w=0', /^must not set w to anything but majority/],
    ['mongodb://localhost/?journal=false', /^must not set journal to false/],
  ])('%s is refused', (url, why) => {
    expect(mongoUrlProblem(url)).toMatch(why);
  });

  it.each([
    'mongodb://user:secret@localhost:x/rows',
    'mongodb://user:secret@localhost/a.b',
    'mongodb+srv://user:secret@a:1/b',
  ])('is refused without a word of its password: %s', (url) => {
    expect(mongoUrlProblem(url)).toBeDefined();
    expect(mongoUrlProblem(url)).not.toContain('secret');
  });

  it('names the database, or leaves it to us', () => {
    expect(databaseOf('mongodb://localhost/rows?replicaSet=rs0')).toBe('rows');
    expect(databaseOf('mongodb://localhost/?replicaSet=rs0')).toBe('smart_lists');
    expect(databaseOf('mongodb://localhost')).toBe('smart_lists');
  });
});
