import { Script } from 'node:vm';
import { type ComposeService, parsedYaml, readComposeFile } from './support/compose-file.js';
import { complaintsOfTheSchema } from './support/compose-schema.js';
import { all, environmentOf, stagesOf } from './support/dockerfile.js';
import { complaintsAbout, isThere, textOf, variablesOfTheService } from './support/repository.js';

// As compose.unit.spec.ts: there is no container engine. What Caddy makes of its file was tried by hand
// (docs/reference/deployment.md).
const text = textOf('docker-compose.scale.yml');
const SET = { SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'), ADMIN_TOKEN: 'q8Zr1Xw5Kd0Pv7Yt3Lm9Hs2Bn6Jc4Fg1' };
const { services, volumes } = readComposeFile(text, SET);
const image = stagesOf(textOf('Dockerfile')).at(-1)!;
const caddyfile = textOf('deploy/caddy/Caddyfile');

const PROCESSES = ['api', 'projections', 'workers'];
const named = (prefix: string): readonly string[] =>
  Object.keys(services)
    .filter((name) => name.startsWith(prefix))
    .sort();
const environment = (service: string): Readonly<Record<string, string>> => services[service]!.environment!;

describe('docker-compose.scale.yml', () => {
  it('fits the compose specification, before and after interpolation', () => {
    expect(complaintsOfTheSchema(parsedYaml(text))).toEqual([]);
    expect(complaintsOfTheSchema(readComposeFile(text, SET))).toEqual([]);
  });

  it('runs every role in processes of its own, more than one of each', () => {
    expect(PROCESSES.map((name) => environment(name)['ROLES'])).toEqual(PROCESSES);
    expect(PROCESSES.map((name) => services[name]!.deploy!.replicas)).toEqual([3, 2, 2]);
    // A published port is one process's alone.
    for (const name of PROCESSES) expect(services[name]!.ports).toBeUndefined();
  });

  it('sets only variables that the service reads, to values that it accepts', () => {
    for (const name of PROCESSES) {
      const set = environment(name);
      expect(Object.keys(set).filter((variable) => !variablesOfTheService().has(variable))).toEqual([]);
      expect(complaintsAbout({ ...environmentOf(image), ...set })).toEqual([]);
    }
  });

  it('names what is missing and how to create it', () => {
    for (const name of Object.keys(SET)) {
      const refused = new RegExp(`^${name} .*openssl rand .*\\.env`);
      expect(() => readComposeFile(text, { ...SET, [name]: '' })).toThrow(refused);
    }
  });

  it('makes no workspace to try: each of several processes would make one', () => {
    for (const name of PROCESSES) expect(environment(name)['NODE_ENV']).toBe('production');
  });

  it('gives the service every node of both stores', () => {
    for (const name of PROCESSES) {
      const events = /^esdb:\/\/(.+)\?tls=false$/.exec(environment(name)['EVENTSTORE_URL']!)![1]!.split(',');
      expect(events).toEqual(named('kurrentdb-').map((node) => `${node}:2113`));
      const [, rows, set] = /^mongodb:\/\/(.+)\/smart_lists\?replicaSet=(.+)$/.exec(
        environment(name)['READMODEL_URL']!,
      )!;
      expect(rows!.split(',')).toEqual(named('mongodb-').map((node) => `${node}:27017`));
      for (const node of named('mongodb-'))
        expect(services[node]!.command!.slice(0, 3)).toEqual(['mongod', '--replSet', set]);
    }
    expect([named('kurrentdb-'), named('mongodb-')].map(({ length }) => length)).toEqual([3, 3]);
  });

  it('has every node of KurrentDB know the two other ones by the names that these advertise', () => {
    const nodes = named('kurrentdb-');
    for (const node of nodes) {
      const set = environment(node);
      const other = nodes.filter((each) => each !== node).map((each) => `${each}:2113`);
      expect(set).toMatchObject({
        KURRENTDB_CLUSTER_SIZE: String(nodes.length),
        KURRENTDB_DISCOVER_VIA_DNS: 'false',
        KURRENTDB_INSECURE: 'true',
        KURRENTDB_GOSSIP_SEED: other.join(),
        KURRENTDB_NODE_HOST_ADVERTISE_AS: node,
        KURRENTDB_REPLICATION_HOST_ADVERTISE_AS: node,
      });
    }
  });

  it('founds the replica set with all its nodes, once', () => {
    const script = services['mongodb-1']!.healthcheck!.test.at(-1)!;
    const members = named('mongodb-').map((node, n) => ({ _id: n + 1, host: `${node}:27017` }));
    expect(run(script, { founded: false })).toEqual({ code: 1, initiated: { _id: 'rs0', members } });
    expect(run(script, { founded: true })).toEqual({ code: 1, initiated: null });
    expect(run(script, { founded: true, primary: 'mongodb-2:27017' })).toEqual({ code: 0, initiated: null });
  });

  it('waits for healthy stores', () => {
    for (const name of PROCESSES) {
      expect(Object.keys(services[name]!.depends_on!)).toEqual([...named('kurrentdb-'), 'mongodb-1']);
    }
    expect(services['mongodb-1']!.depends_on).toEqual({
      'mongodb-2': { condition: 'service_healthy' },
      'mongodb-3': { condition: 'service_healthy' },
    });
    // Rows that are built for hours must not keep the proxy from starting.
    expect(services['proxy']!.depends_on).toEqual({ api: { condition: 'service_started' } });
    for (const { depends_on = {} } of Object.values(services)) {
      for (const name of Object.keys(depends_on)) expect(services[name]?.healthcheck).toBeDefined();
    }
  });

  it('publishes the proxy alone, to this machine by default', () => {
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
    expect(published).toEqual([['proxy', '127.0.0.1:8443:443']]);
  });

  it('has a proxy that finds every process of the API and closes connections before the service does', () => {
    expect(/\{\$API_NAME:(\w+)\}/.exec(caddyfile)?.[1]).toBe('api');
    expect(/\{\$API_PORT:(\d+)\}/.exec(caddyfile)?.slice(1)).toEqual(all(image, 'EXPOSE'));
    expect(Number(/keepalive (\d+)s/.exec(caddyfile)?.[1])).toBeLessThan(72);
    expect(caddyfile).toMatch(/lb_policy header Authorization/);
    // All requests of a key meet one process, so that process alone keeps the limit.
    for (const name of PROCESSES) expect(environment(name)['RATE_LIMITS_SHARED']).toBe('0');
  });

  it('mounts exactly the volumes that it declares, each in one service, and files that exist', () => {
    const mounts = Object.values(services).flatMap(({ volumes: mounted = [] }) =>
      mounted.map((each) => each.split(':')[0]!),
    );
    const files = mounts.filter((name) => name.startsWith('./'));
    expect(mounts.filter((name) => !files.includes(name)).sort()).toEqual(Object.keys(volumes).sort());
    expect(files.map((name) => isThere(name))).toEqual([true]);
  });

  it('builds the image once, pins the versions of the remaining ones, and starts again what ended', () => {
    expect(Object.keys(services).filter((name) => services[name]!.build !== undefined)).toEqual(['api']);
    for (const { image: name, build } of Object.values(services)) {
      if (build === undefined && name !== 'smart-lists') expect(name).toMatch(/:\d+(?:\.\d+)+$/);
    }
    // KurrentDB ends itself with exit code 0 where it has to be started again.
    for (const { restart } of Object.values(services)) expect(restart).toBe('unless-stopped');
    for (const name of PROCESSES) expect(graceOf(services[name]!)).toBeGreaterThan(10);
  });
});

const graceOf = ({ stop_grace_period }: ComposeService): number => Number.parseInt(stop_grace_period!);

/** Runs the script of a health check as mongosh does. */
function run(script: string, { founded, primary }: { readonly founded: boolean; readonly primary?: string }) {
  let [code, initiated]: [number, unknown] = [0, undefined];
  const status = (): void => {
    if (!founded) throw new Error('no replset config has been received');
  };
  const rs = { status, initiate: (config: unknown) => void (initiated = config) };
  const db = { hello: () => ({ primary }) };
  new Script(script).runInNewContext({ rs, db, quit: (given: number) => void (code = given) });
  return { code, initiated: JSON.parse(JSON.stringify(initiated ?? null)) };
}
