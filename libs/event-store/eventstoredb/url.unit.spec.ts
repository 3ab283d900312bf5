import fc from 'fast-check';
import { EventStoreDBClient } from '@eventstore/db-client';
import { eventStoreDbAddress, eventStoreDbUrlProblem } from './url.js';

describe('a connection string of EventStoreDB', () => {
  it.each([
    ['esdb://127.0.0.1:2113?tls=false', ['127.0.0.1:2113'], false, false],
    ['esdb://events', ['events:2113'], true, false],
    ['esdb://events:2113/', ['events:2113'], true, false],
    ['esdb://events/?tls=true', ['events:2113'], true, false],
    [
      'esdb+discover://cluster.example.org:2113?tls=true&maxDiscoverAttempts=3',
      ['cluster.example.org:2113'],
      true,
      false,
    ],
    ['esdb://admin:p%40ss@a:1,b:2,c', ['a:1', 'b:2', 'c:2113'], true, true],
    ['esdb://a?nodePreference=leader&keepAliveInterval=10000&keepAliveTimeout=5000', ['a:2113'], true, false],
    ['esdb://a?NODE-PREFERENCE=Leader&tls_ca_file=%2Fetc%2Fca.pem', ['a:2113'], true, false],
  ])('%s is accepted', (url, hosts, tls, credentials) => {
    expect(eventStoreDbUrlProblem(url)).toBeUndefined();
    expect(eventStoreDbAddress(url)).toEqual({ hosts, tls, credentials });
  });

  it.each([
    ['', 'esdb://host:2113'],
    ['sqlite:./events.db', 'esdb://host:2113'],
    ['esdb://', 'esdb://host:2113'],
    ['esdb:///?tls=false', 'esdb://host:2113'],
    ['kurrentdb://a', 'must begin with esdb://'],
    ['kurrentdb+discover://a', 'must begin with esdb://'],
    ['esdb://admin@a', 'esdb://host:2113'],
    ['esdb://admin:a%zz@a', 'percent-encoded'],
    ['esdb://admin:s3c@r3t@a', 'percent-encoded'],
    ['esdb://admin:s/3c?r,t@a:2113?tls=true', 'percent-encoded'],
    ['esdb://ad,min:secret@a', 'percent-encoded'],
    ['esdb://admin:secret@', 'esdb://host:2113'],
    ['esdb://admin:secret@a?tls=false', 'over TLS only'],
    ['esdb://a:0', 'hosts'],
    ['esdb://a:65536', 'hosts'],
    ['esdb://a:port', 'hosts'],
    ['esdb://a,,b', 'hosts'],
    ['esdb://a b', 'hosts'],
    ['esdb://[::1]:2113', 'IPv6'],
    ['esdb://a,[fd00::2]', 'IPv6'],
    ['esdb://a?tls', 'name=value'],
    ['esdb://a?tls=', 'name=value'],
    ['esdb://a?=true', 'name=value'],
    ['esdb://a?', 'name=value'],
    ['esdb://a?tls=yes', 'tls to true or false'],
    ['esdb://a?tls=true&TLS=true', 'TLS once'],
    ['esdb://a?colour=red', 'set colour: there is no such option'],
    ['esdb://a?nodePreference=follower', 'leader'],
    ['esdb://a?node_preference=random', 'leader'],
    ['esdb://a?nodePreference=readOnlyReplica', 'leader'],
    ['esdb://a?defaultDeadline=1000', 'defaultDeadline'],
    ['esdb://a?throwOnAppendFailure=false', 'throwOnAppendFailure'],
    ['esdb://a?tlsVerifyCert=false', 'tlsCAFile'],
    ['esdb://a?keepAliveInterval=-1', 'at least 10000'],
    ['esdb://a?keepAliveInterval=9999', 'at least 10000'],
    ['esdb://a?gossipTimeout=soon', 'an integer'],
    ['esdb://a?userCertFile=a.pem', 'together'],
  ])('%s is refused', (url, part) => {
    const problem = eventStoreDbUrlProblem(url);
    expect(problem).toContain(part);
    expect(problem).toMatch(/^must .*[^.]$/);
    expect(() => eventStoreDbAddress(url)).toThrow(part);
  });

  it('never shows the password in a message', () => {
    for (const url of [
      'esdb://admin:secret-word@a b',
      'esdb://admin:secret-word@a?tls=perhaps',
      'x://admin:secret-word@a',
      'esdb://admin:123?secret-word=1@a',
      'esdb://admin:123?tls=secret-word@a',
      'esdb://admin:123?secret-word=1&secret-word=2@a',
    ]) {
      expect(eventStoreDbUrlProblem(url)).not.toContain('secret-word');
    }
  });

  it('that is accepted is accepted by the client, too', () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
    const host = fc.tuple(word, fc.option(fc.integer({ min: 1, max: 65_535 })));
    const urls = fc.record({
      discover: fc.boolean(),
      user: fc.option(fc.tuple(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }))),
      hosts: fc.array(host, { minLength: 1, maxLength: 3 }),
      options: fc.subarray(['tls=false', 'nodePreference=leader', 'keepAliveTimeout=5000', 'connectionName=a%20b']),
    });
    fc.assert(
      fc.property(urls, ({ discover, user, hosts, options }) => {
        const credentials = user ? `${user.map((part) => encodeURIComponent(part)).join(':')}@` : '';
        const named = hosts.map(([name, port]) => (port === null ? name : `${name}:${port}`)).join(',');
        const usable = options.filter((option) => !user || option !== 'tls=false');
        const query = usable.length > 0 ? `?${usable.join('&')}` : '';
        const url = `esdb${discover ? '+discover' : ''}://${credentials}${named}${query}`;
        expect(eventStoreDbUrlProblem(url)).toBeUndefined();
        expect(() => EventStoreDBClient.connectionString(url)).not.toThrow();
      }),
    );
  });
});
