import { isThere, textOf, variablesOfTheService } from './support/repository.js';
import { NAMED_FILES } from '../docs/support/site-pages.js';
import { all, copiesOf, environmentOf, stagesOf } from './support/dockerfile.js';

const stages = stagesOf(textOf('Dockerfile'));
const image = stages.at(-1)!;
const { keywords, copies } = { keywords: image.instructions.map(({ keyword }) => keyword), copies: copiesOf(image) };

describe('Dockerfile', () => {
  it('builds every stage on one version of Node, which the package allows, and one of Debian', () => {
    const [, major, release] = /^node:(\d+)-([a-z]+)/.exec(image.base)!;
    for (const { base } of stages) expect(base).toMatch(new RegExp(`^node:${major}-${release}(-slim)?$`));
    const manifest = JSON.parse(textOf('package.json')) as { engines: { node: string } };
    expect(Number(major)).toBeGreaterThanOrEqual(Number(/^>=(\d+)/.exec(manifest.engines.node)![1]));
    const driver = JSON.parse(textOf('node_modules/better-sqlite3/package.json')) as { engines: { node: string } };
    expect(driver.engines.node.split(' || ')).toContain(`${major}.x`);
  });

  it('copies only existing files, from the context or from an earlier stage', () => {
    stages.forEach((stage, place) => {
      for (const { from, sources } of copiesOf(stage)) {
        if (from === undefined) for (const source of sources) expect([source, isThere(source)]).toEqual([source, true]);
        else expect(stages.slice(0, place).map(({ name }) => name)).toContain(from);
      }
    });
  });

  it('limits the build context to what it copies: no .env, no data and nothing that is installed', () => {
    const rules = textOf('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(rules[0]).toBe('*');
    expect(rules.at(-1)).toBe('**/node_modules');
    const seen = rules.slice(1, -1).map((rule) => rule.replace(/^!/, ''));
    const copied = stages.flatMap((stage) => copiesOf(stage)).filter(({ from }) => from === undefined);
    expect(seen.sort()).toEqual([...new Set(copied.flatMap(({ sources }) => sources))].sort());
  });

  it('has production dependencies only, and runs only the install script that compiles the driver', () => {
    const modules = stages.find(({ name }) => name === 'modules')!;
    expect(all(modules, 'RUN').join('\n')).toMatch(/npm ci --omit=dev --ignore-scripts.*npm rebuild better-sqlite3/);
    expect(copies.find(({ target }) => target === 'node_modules')?.from).toBe('modules');
  });

  it('has the documentation site, built of every file that its pages link to', () => {
    expect(copies).toContainEqual({ from: 'site', sources: ['/app/dist/docs-site'], target: 'dist/docs-site' });
    const site = stages.find(({ name }) => name === 'site')!;
    const copied = copiesOf(site).flatMap(({ sources }) => sources);
    const missing = NAMED_FILES.filter((file) => !copied.some((source) => `${file}/`.startsWith(`${source}/`)));
    expect(missing).toEqual([]);
    expect(all(site, 'RUN').at(-1)).toMatch(/vitepress\.js build docs$/);
  });

  it('runs the built service as the first process and as an unprivileged user', () => {
    const command = JSON.parse(all(image, 'CMD').join()) as string[];
    expect(command[0]).toBe('node');
    expect(isThere(command[1]!)).toBe(true);
    expect(copies).toContainEqual({ from: 'build', sources: ['/app/dist'], target: 'dist' });
    expect(command[1]).toMatch(/^dist\//);
    expect(all(image, 'USER')).toEqual(['node']);
    // Files copied after USER would still belong to root; what runs after it would not.
    expect(keywords.indexOf('USER')).toBeGreaterThan(keywords.lastIndexOf('COPY'));
    expect(keywords.indexOf('USER')).toBeGreaterThan(keywords.lastIndexOf('RUN'));
  });

  it('sets only variables that the service reads, and exposes its port', () => {
    const set = environmentOf(image);
    expect(Object.keys(set).filter((name) => !variablesOfTheService().has(name))).toEqual([]);
    expect(all(image, 'EXPOSE')).toEqual([set['PORT']]);
    // An image must start in production mode: no demo workspace, no key in a terminal whose output is kept as a log.
    expect(set).toMatchObject({ NODE_ENV: 'production', HOST: '0.0.0.0', DATA_DIR: all(image, 'VOLUME').join() });
  });

  it('has a health check whose script is in the image', () => {
    const [words] = all(image, 'HEALTHCHECK');
    const command = JSON.parse(/CMD (\[.*\])$/.exec(words!)![1]!) as string[];
    expect(command[0]).toBe('node');
    expect(copies.some(({ sources, target }) => sources.includes(command[1]!) && target === 'scripts/')).toBe(true);
  });
});
