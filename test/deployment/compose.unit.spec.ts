import { Script } from 'node:vm';
import {
  type ComposeService,
  MissingVariable,
  parsedYaml,
  readComposeFile,
  variablesIn,
} from './support/compose-file.js';
import { complaintsOfTheSchema } from './support/compose-schema.js';
import { all, environmentOf, stagesOf } from './support/dockerfile.js';
import { complaintsAbout, textOf, variablesOfTheService } from './support/repository.js';

// The tests have no container engine: this replaces `docker compose config`, and what only a run would show.
const text = textOf('docker-compose.yml');
const KEY = { SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') };
const file = readComposeFile(text, KEY);
const { services, volumes } = file;
const image = stagesOf(textOf('Dockerfile')).at(-1)!;
const DURATION = /^\d+(?:ms|s|m|h)$/;

describe('docker-compose.yml', () => {
  it('fits the compose specification, before and after interpolation', () => {
    expect(complaintsOfTheSchema(parsedYaml(text))).toEqual([]);
    expect(complaintsOfTheSchema(file)).toEqual([]);
  });

  it('is refused by the schema for an unknown key or a wrong type', () => {
    expect(complaintsOfTheSchema({ services: { a: { imagee: 'x' } } })).not.toEqual([]);
    expect(complaintsOfTheSchema({ services: { a: { image: 'x', ports: 'x' } } })).not.toEqual([]);
  });

  it('has exactly the variables in the table of its documentation, together with the file of several processes', () => {
    const table = [...textOf('docs/reference/deployment.md').matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name);
    const named = new Set([...variablesIn(text), ...variablesIn(textOf('docker-compose.scale.yml'))]);
    expect(table.sort()).toEqual([...named].sort());
  });

  it('names a missing variable and how to create it', () => {
    expect(() => readComposeFile(text)).toThrow(MissingVariable);
    expect(() => readComposeFile(text, { SECRETS_KEY: '' })).toThrow(/^SECRETS_KEY .*openssl rand -base64 32.*\.env/);
  });

  it('sets only variables that the service reads, to values that it accepts', () => {
    const set = environment('service');
    expect(Object.keys(set).filter((name) => !variablesOfTheService().has(name))).toEqual([]);
    expect(complaintsAbout({ ...environmentOf(image), ...set })).toEqual([]);
    expect(complaintsAbout({ ...environmentOf(image), ...set, SECRETS_KEY: '' })).toEqual([
      expect.stringContaining('SECRETS_KEY'),
    ]);
  });

  it('quotes all values: YAML would turn true and 1 into other types', () => {
    for (const service of Object.values(services)) {
      for (const value of Object.values(service.environment ?? {})) expect(typeof value).toBe('string');
    }
  });

  it('gives the service the names and ports of the stores', () => {
    const events = new URL(environment('service')['EVENTSTORE_URL']!.replace(/^esdb:/, 'http:'));
    expect(services[events.hostname]!.healthcheck!.test.join(' ')).toContain(`:${events.port}/health/live`);
    expect(published(services[events.hostname]!)).toEqual([events.port]);
    // Insecure means without TLS; the default of the client is with TLS.
    expect(environment(events.hostname)['KURRENTDB_INSECURE']).toBe('true');
    expect(events.searchParams.get('tls')).toBe('false');

    const rows = new URL(environment('service')['READMODEL_URL']!.replace(/^mongodb:/, 'http:'));
    const { command, healthcheck } = services[rows.hostname]!;
    const set = rows.searchParams.get('replicaSet');
    expect(command).toEqual(['mongod', '--replSet', set]);
    expect(healthcheck!.test.at(-1)).toContain(`_id: "${set}"`);
    expect(healthcheck!.test.at(-1)).toContain(`host: "${rows.host}"`);
  });

  it('initiates the replica set with a valid script', () => {
    expect(() => new Script(services['mongodb']!.healthcheck!.test.at(-1)!)).not.toThrow();
  });

  it('waits for healthy stores, each with its own health check', () => {
    for (const { depends_on = {}, healthcheck } of Object.values(services)) {
      expect(['CMD', 'CMD-SHELL']).toContain(healthcheck!.test[0]);
      const { interval, timeout, start_period = '0s' } = healthcheck!;
      for (const duration of [interval, timeout, start_period]) expect(duration).toMatch(DURATION);
      for (const [name, { condition }] of Object.entries(depends_on)) {
        expect(Object.keys(services)).toContain(name);
        expect(condition).toBe('service_healthy');
      }
    }
    expect(Object.keys(services['service']!.depends_on!).sort()).toEqual(['kurrentdb', 'mongodb']);
  });

  it('publishes the port of the image to this machine only', () => {
    for (const { ports = [] } of Object.values(services)) {
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
    }
    expect(published(services['service']!)).toEqual(all(image, 'EXPOSE'));
  });

  it('mounts exactly the volumes that it declares', () => {
    const mounted = Object.values(services).flatMap((service) =>
      (service.volumes ?? []).map((mount) => mount.split(':')),
    );
    expect(mounted.map(([name]) => name).sort()).toEqual(Object.keys(volumes).sort());
    for (const [, target] of mounted) expect(target).toMatch(/^\//);
  });

  it('pins the versions of images', () => {
    for (const { image, build } of Object.values(services)) {
      if (build === undefined) expect(image).toMatch(/:\d+(?:\.\d+)+$/);
    }
  });

  it('gives the service more time to stop than it needs at most', () => {
    expect(Number.parseInt(services['service']!.stop_grace_period!)).toBeGreaterThan(10);
  });
});

function environment(service: string): Readonly<Record<string, string>> {
  return services[service]?.environment ?? {};
}

/** The ports inside the container. */
function published({ ports = [] }: ComposeService): readonly (string | undefined)[] {
  return ports.map((port) => port.split(':').at(-1));
}
