import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pathToFileURL } from 'node:url';
import type * as Client from '../../packages/client/src/index.js';
import { blocks, ROOT } from './documentation.js';

const run = promisify(execFile);

/** What the package depends on, which is installed here: nothing is fetched. */
const DEPENDENCIES = ['openapi-fetch', 'openapi-typescript-helpers'];

/** Strict as a caller may have it, and with the types of the package checked, too. */
const TSCONFIG = {
  compilerOptions: {
    ...{ target: 'ES2022', module: 'NodeNext', strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
    ...{ lib: ['ES2023'], types: ['node'], typeRoots: [join(ROOT, 'node_modules', '@types')] },
  },
  include: ['*.ts'],
};

/** The packed client, installed in a folder of its own as a caller installs it. */
export class InstalledClient {
  private constructor(
    readonly folder: string,
    /** Of the tarball: its size in bytes, and the paths of its files. */
    readonly packed: { readonly size: number; readonly files: readonly { readonly path: string }[] },
  ) {}

  /** Builds, packs and installs it, without a network. */
  static async make(): Promise<InstalledClient> {
    const folder = await mkdtemp(join(tmpdir(), 'smart-lists-client-'));
    const [client, ...dependencies] = await Promise.all([
      pack(join(ROOT, 'packages', 'client'), folder),
      ...DEPENDENCIES.map((name) => pack(join(ROOT, 'node_modules', name), folder, '--ignore-scripts')),
    ]);
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    const tarballs = [client, ...dependencies].map(({ filename }) => `./${filename}`);
    await npm(['install', '--offline', '--no-audit', '--no-fund', ...tarballs], folder);
    return new InstalledClient(folder, client);
  }

  /** The module, as a caller imports it. */
  async load(): Promise<typeof Client> {
    const path = join(this.folder, 'node_modules', '@smart-lists', 'client');
    const { exports } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8')) as {
      exports: { '.': { default: string } };
    };
    return (await import(pathToFileURL(join(path, exports['.'].default)).href)) as typeof Client;
  }

  /** Writes the TypeScript examples of a page by the names in their first lines; returns their texts by these names. */
  async writeExamples(page: string): Promise<ReadonlyMap<string, string>> {
    const examples = new Map((await blocks(page, 'ts')).map((text) => [/^\/\/ (\S+\.ts)$/m.exec(text)![1]!, text]));
    for (const [name, text] of examples) await this.write(name, text);
    return examples;
  }

  write(name: string, text: string): Promise<void> {
    return writeFile(join(this.folder, name), text);
  }

  /** Compiles what was written; returns what the compiler says, by file. */
  async compile(): Promise<ReadonlyMap<string, readonly string[]>> {
    await this.write('tsconfig.json', JSON.stringify(TSCONFIG));
    const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const printed = await run(process.execPath, [tsc, '-p', this.folder, '--pretty', 'false'], {
      cwd: this.folder,
    }).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
    const said = new Map<string, string[]>();
    for (const [line, file] of printed.matchAll(/^(\S+?)\(\d+,\d+\): error .*$/gm)) {
      said.set(file!, [...(said.get(file!) ?? []), line]);
    }
    return said;
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true });
  }
}

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

async function pack(folder: string, target: string, ...more: readonly string[]): Promise<Packed> {
  const { stdout } = await npm(['pack', folder, '--json', '--pack-destination', target, ...more], ROOT);
  const answer = JSON.parse(stdout) as readonly Packed[] | Readonly<Record<string, Packed>>;
  return Object.values(answer)[0]!;
}

/** Without what `npm test` sets for the npm that it is run by, such as its workspace. */
function npm(args: readonly string[], cwd: string) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  return run('npm', [...args], { cwd, env });
}
