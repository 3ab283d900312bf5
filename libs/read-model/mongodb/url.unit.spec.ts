import { databaseOf, mongoUrlProblem } from './url.js';

describe('the URL of a read model in MongoDB', () => {
  it.each([
    'mongodb://localhost',
    'mongodb://localhost:27017/smart_lists',
    'mongodb://user:p%40ss@a:27017,b:27018/rows?replicaSet=rs0&authSource=admin&tls=true',
    'mongodb://localhost/?w=majority&journal=true&readPreference=primary&readConcernLevel=majority',
    'mongodb+srv://user:p%2Fa%25ss@cluster.example/rows?retryWrites=true&appName=rows&maxPoolSize=50&compressors=zlib',
    'mongodb://localhost/?tls=true&tlsCAFile=/etc/ca.pem&tlsCertificateKeyFile=/etc/key.pem&MaxIdleTimeMS=60000',
    'mongodb://%2Ftmp%2Fmongodb.sock/rows',
    'mongodb://user:secret@localhost,127.0.0.1:27018,[::1]:27019/rows',
    'mongodb://user:secret@%2Ftmp%2Fmongodb.sock/rows',
    'mongodb://user:secret@rows.example/rows?ssl=true',
    'mongodb://user@rows.example/rows?authMechanism=MONGODB-X509&tls=true',
    'mongodb://localhost/?tls=true&tlsInsecure=false',
  ])('%s is accepted', (url) => {
    expect(mongoUrlProblem(url)).toBeUndefined();
  });

  it.each([
    ['http://localhost', /^must be a URL such as mongodb:/],
    ['mongodb://', /^must be a URL such as mongodb:/],
    ['mongodb://localhost/a.b', /^must name a database of at most 38 letters/],
    ['mongodb://localhost/a/b', /^must name a database of at most 38 letters/],
    ['mongodb://localhost:x/rows', /^must be a URL that the driver of MongoDB takes: /],
    ['mongodb://localhost/?family=7', /^must be a URL that the driver of MongoDB takes: .*family.*[^.]$/],
    ['mongodb://localhost/?unheardOf=1', /^must not set unheardOf, which is no option that the service takes$/],
    ['mongodb://localhost/?raw=true', /^must not set raw, /],
    ['mongodb://localhost/?proxyHost=localhost', /^must not set proxyHost: the service connects .* without a proxy$/],
    ['mongodb://localhost/?timeoutMS=100', /^must not set timeoutMS: the service sets the times/],
    ['mongodb://localhost/?socketTimeoutMS=100', /^must not set socketTimeoutMS: the service sets the times/],
    ['mongodb://localhost/?SOCKETTIMEOUTMS=100', /^must not set SOCKETTIMEOUTMS: the service sets the times/],
    ['mongodb://localhost/?wtimeoutMS=100', /^must not set wtimeoutMS: the service sets the times/],
    ['mongodb://localhost/?wtimeout=100', /^must not set wtimeout: the service sets the times/],
    [
      'mongodb://localhost/?heartbeatFrequencyMS=1000',
      /^must not set heartbeatFrequencyMS: the service sets the times/,
    ],
    [
      'mongodb://localhost/?readConcernLevel=linearizable',
      /^must not set readConcernLevel to anything but local or maj/,
    ],
    ['mongodb://localhost/?readConcernLevel=available', /^must not set readConcernLevel to anything but local or maj/],
    ['mongodb://localhost/?w=majority&w=1', /^must not set w to anything but majority/],
    ['mongodb://localhost/?readPreference=secondary', /^must not set readPreference to anything but primary/],
    ['mongodb://localhost/?readPreference=primaryPreferred', /^must not set readPreference to anything but primary/],
    [
      'mongodb://localhost/?w=1',
      /^must not set w to anything but majority: what MongoDB says is written could be lost$/,
    ],
    ['mongodb://localhost/?w=0', /^must not set w to anything but majority/],
    ['mongodb://localhost/?tls=true&tlsInsecure=true', /^must not set tlsInsecure to anything but false: certificates/],
    [
      'mongodb://localhost/?tlsAllowInvalidCertificates=true',
      /^must not set tlsAllowInvalidCertificates to anything but false: /,
    ],
    [
      'mongodb://localhost/?TLSallowInvalidHostnames=true',
      /^must not set TLSallowInvalidHostnames to anything but false: /,
    ],
    ['mongodb://localhost/?tlsDisableOCSPEndpointCheck=true', /^must not set tlsDisableOCSPEndpointCheck, which is no/],
    ['mongodb://user:secret@rows.example/rows', /^must set tls=true, for it has a password and a host that is another/],
    ['mongodb://user:secret@localhost,10.0.0.7/rows', /^must set tls=true/],
    ['mongodb://user:secret@127.0.0.1.example/rows', /^must set tls=true/],
    ['mongodb://user:secret@rows.example/rows?tls=false', /^must set tls=true/],
    ['mongodb+srv://user:secret@rows.example/rows?tls=false', /^must set tls=true/],
    ['mongodb://localhost/?journal=false', /^must not set journal to false/],
  ])('%s is refused', (url, why) => {
    expect(mongoUrlProblem(url)).toMatch(why);
  });

  it.each([
    'mongodb://user:secret@localhost:x/rows',
    'mongodb://user:secret@localhost/a.b',
    'mongodb://user:secret@rows.example/rows',
    'mongodb+srv://user:secret@a:1/b',
    'mongodb://user:secret@localhost/?tlsCertificateKeyFilePassword=secret&tlsCertificateKeyFilePassword=secret',
    'mongodb://user:pw@localhost/?authMechanism=MONGODB-AWS&authMechanismProperties=secret',
  ])('is refused without showing its password: %s', (url) => {
    expect(mongoUrlProblem(url)).toBeDefined();
    expect(mongoUrlProblem(url)).not.toContain('secret');
  });

  it.each([
    'mongodb://user:secret/1@localhost/rows',
    'mongodb://user:secret@1@localhost/rows',
    'mongodb://user:secret?1@localhost/rows',
    'mongodb://user:secret#1@localhost/rows',
    'mongodb://user:secret:1@localhost/rows',
    'mongodb://user:secret%1@localhost/rows',
    'mongodb://user:secret%FF@localhost/rows',
    'mongodb://us/er:secret@localhost/rows',
  ])('is refused for characters that are not percent-encoded: %s', (url) => {
    expect(mongoUrlProblem(url)).toMatch(/^must have its user and password percent-encoded \(/);
    expect(mongoUrlProblem(url)).not.toContain('secret');
  });

  it('names the database, or gets the default one', () => {
    expect(databaseOf('mongodb://localhost/rows?replicaSet=rs0')).toBe('rows');
    expect(databaseOf('mongodb://localhost/?replicaSet=rs0')).toBe('smart_lists');
    expect(databaseOf('mongodb://localhost')).toBe('smart_lists');
  });
});
