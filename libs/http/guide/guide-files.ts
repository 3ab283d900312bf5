import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { CompressedOnce } from '../compressed-once.js';
import type { StaticText } from '../static-answer.js';

/** The path at which the site is built to stand (docs/.vitepress/pages.mjs); its pages name it in every link. */
export const GUIDE = '/docs/guide';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** Files whose text names where the site stands. */
const WITH_LINKS = ['.html', '.js', '.css'];

/** Of files with a hash of their content in their name: another content has another name. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Of all other files: caches ask each time, by ETag. A page kept longer would name scripts that a new site lacks. */
const ASKED_EACH_TIME = 'public, no-cache';

/** Written by each build. */
const STAMP = 'hashmap.json';

interface Built {
  /** When the site was built, in milliseconds. */
  readonly at: number;
  /** The files by their paths in the site, with `/` between folders. */
  readonly files: ReadonlyMap<string, StaticText>;
}

/**
 * The files of the documentation site, known by name: no part of a request becomes a path on the disk
 * (docs/adr/0060-the-documentation-is-a-site-made-of-these-files.md). Read from the disk when first asked for, then
 * kept in memory in each coding: 11 MB if every page is asked for. A new build in the same folder is noticed.
 */
export class GuideFiles {
  private built: Built | undefined;

  /**
   * @param folder where `npm run docs` put the site; it need not exist
   * @param basePath '' or '/prefix': in front of {@link GUIDE} in every link
   */
  constructor(
    private readonly folder: string,
    private readonly basePath: string,
  ) {}

  /** The files as they are built now; undefined: the site is not built. */
  async current(): Promise<ReadonlyMap<string, StaticText> | undefined> {
    const at = await this.builtAt();
    if (at === undefined) return undefined;
    if (this.built?.at !== at) this.built = { at, files: await this.list() };
    return this.built.files;
  }

  private async builtAt(): Promise<number | undefined> {
    try {
      return (await stat(join(this.folder, STAMP))).mtimeMs;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  private async list(): Promise<ReadonlyMap<string, StaticText>> {
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return new Map(files.map((file) => [relative(this.folder, file).split(sep).join('/'), this.textOf(file)]));
  }

  private textOf(file: string): StaticText {
    const extension = extname(file);
    const isHashed = relative(this.folder, file).startsWith(`assets${sep}`);
    return {
      forms: new CompressedOnce(() => this.read(file, extension)),
      type: TYPES[extension] ?? 'application/octet-stream',
      caching: isHashed ? FOR_EVER : ASKED_EACH_TIME,
    };
  }

  private async read(file: string, extension: string): Promise<Buffer> {
    const bytes = await readFile(file);
    if (this.basePath === '' || !WITH_LINKS.includes(extension)) return bytes;
    return Buffer.from(bytes.toString().replaceAll(`${GUIDE}/`, `${this.basePath}${GUIDE}/`));
  }
}
