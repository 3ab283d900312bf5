import { proxied, withDatabase } from './mongodb-url.js';

describe('the URL of the MongoDB that the tests run on', () => {
  it.each([
    ['mongodb://localhost', 'mongodb://localhost/rows'],
    ['mongodb://localhost:27018/?replicaSet=rs0', 'mongodb://localhost:27018/rows?replicaSet=rs0'],
    ['mongodb://a:b%40c@localhost/', 'mongodb://a:b%40c@localhost/rows?authSource=admin'],
    ['mongodb://a:b@localhost/users', 'mongodb://a:b@localhost/rows?authSource=users'],
    ['mongodb://a:b@localhost/?authSource=there', 'mongodb://a:b@localhost/rows?authSource=there'],
  ])('%s names a database of a test, and its user is found where it was', (server, url) => {
    expect(withDatabase(server, 'rows')).toBe(url);
  });

  it('adds options', () => {
    expect(withDatabase('mongodb://localhost/?w=majority', 'rows', '?monitorCommands=true&retryWrites=false')).toBe(
      'mongodb://localhost/rows?w=majority&monitorCommands=true&retryWrites=false',
    );
  });

  it('leads through a proxy, and to no other member of a replica set', async () => {
    const { proxy, url } = await proxied('mongodb://a:b@localhost/?replicaSet=rs0');
    expect(url).toBe(`mongodb://a:b@127.0.0.1:${proxy.port}/?replicaSet=rs0&directConnection=true`);
    await proxy.stop();
  });

  it.each(['mongodb+srv://localhost', 'mongodb://one,two/', 'mongodb://one:1,two:2', 'http://localhost'])(
    '%s is refused: tests need one server of which they know the address',
    (server) => {
      expect(() => withDatabase(server, 'rows')).toThrow(/^TEST_MONGODB_URL must be /);
    },
  );
});
