import type { Ask, Client, Random, Told, World } from '../world.js';
import { brokenFile, ImportFiles, type Kind, type RowsFile } from './import-files.js';
import { isOpen } from './is-open.js';
import type { Known } from './known.js';

/** Times that a file is sent until its client gives up. */
const TRIES = 8;
/** Milliseconds until it is sent again, at most. */
const AGAIN_MS = 3_000;
/** Milliseconds within which a second request follows, or the import is cancelled. */
const SOON_MS = 60;

/** Clients that import a file each, send it again while nobody knows what came of it, and look at how far it is. */
export class ImportWork {
  constructor(
    private readonly world: World,
    private readonly known: Known,
    private readonly random: Random,
  ) {}

  /** @param withinMs each of them begins within so many milliseconds */
  async run(files: number, withinMs: number): Promise<void> {
    const clients = Array.from({ length: files }, (_, n) => {
      const random = this.random.fork(`import ${n}`);
      return new ImportingClient(this.world, this.known, random, `client who imports ${n}`).run(withinMs);
    });
    await Promise.all(clients);
  }
}

interface ShownImport {
  readonly import_id: string;
  readonly state: string;
}

class ImportingClient {
  private readonly client: Client;
  private readonly files: ImportFiles;

  constructor(
    private readonly world: World,
    private readonly known: Known,
    private readonly random: Random,
    name: string,
  ) {
    this.client = world.client(name);
    this.files = new ImportFiles(known, random.fork('files'));
  }

  async run(withinMs: number): Promise<void> {
    const { random } = this;
    await this.world.sleep(random.below(withinMs));
    const kind = random.pick(['contacts', 'contacts', 'members', 'removals'] as const);
    const id = await this.create(kind);
    if (id === undefined) return;
    const [file, other] = [this.files.draw(kind), this.files.draw(kind)];
    const broken = random.chance(0.3) ? brokenFile(file) : undefined;
    if (broken) await this.send(id, broken);
    const cancelled = random.chance(0.15) ? this.cancel(id) : undefined;
    if (random.chance(0.15)) await this.send(id, other);
    await this.sendUntilDone(id, file);
    await cancelled;
    if (random.chance(0.2)) await this.send(id, file);
    if (random.chance(0.2)) await this.send(id, other);
    await this.look(id);
    await this.ask({ method: 'GET', path: '/contacts?page_size=200&order=ascending' });
  }

  /** The id of a new import; undefined: it was refused, or nobody knows. */
  private async create(kind: Kind): Promise<string | undefined> {
    const { random, known } = this;
    const hasList = kind === 'members' || random.chance(0.5);
    const body = {
      kind,
      ...(hasList && { smart_list_id: known.one('lists') }),
      ...(random.chance(0.5) && { name: 'rows' }),
    };
    const idempotencyKey = `import-${random.below(1_000_000_000)}`;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const told = await this.ask({ method: 'POST', path: '/imports', body, idempotencyKey });
      if (!isOpen(told)) return told.status < 300 ? importOf(told).import_id : undefined;
      await this.world.sleep(random.below(AGAIN_MS));
    }
    return undefined;
  }

  private async sendUntilDone(id: string, file: RowsFile): Promise<void> {
    const { random } = this;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const twin = random.chance(0.3) ? this.sendSoon(id, file) : undefined;
      const told = await this.send(id, file);
      await twin;
      if (random.chance(0.3)) await this.look(id);
      // 409: another request of this import may be under way.
      if (!isOpen(told) && (told.status !== 409 || !(await this.isOpenStill(id)))) return;
      await this.world.sleep(random.below(AGAIN_MS));
    }
  }

  private async sendSoon(id: string, file: RowsFile): Promise<void> {
    await this.world.sleep(this.random.below(SOON_MS));
    await this.send(id, file);
  }

  private send(id: string, { contentType, text }: RowsFile): Promise<Told> {
    const headers = { 'content-type': contentType };
    return this.ask({ method: 'PUT', path: `/imports/${id}/rows`, body: text, headers });
  }

  private async cancel(id: string): Promise<void> {
    await this.world.sleep(this.random.below(SOON_MS));
    await this.ask({ method: 'POST', path: `/imports/${id}/cancel` });
  }

  private async isOpenStill(id: string): Promise<boolean> {
    const told = await this.ask({ method: 'GET', path: `/imports/${id}` });
    return isOpen(told) || told.status >= 300 || importOf(told).state === 'open';
  }

  private async look(id: string): Promise<void> {
    const of = this.random.pick([`/${id}`, `/${id}/refused-rows?page_size=200`, '?page_size=200']);
    await this.ask({ method: 'GET', path: `/imports${of}` });
  }

  /** With the first key, which may do everything, or now and then with another one. */
  private ask(ask: Ask): Promise<Told> {
    const { random, known } = this;
    const { secret: key } = random.chance(0.05) ? random.pick(known.keys) : known.keys[0]!;
    return known.ask(this.client, { ...ask, key });
  }
}

const importOf = (told: Extract<Told, { readonly kind: 'answered' }>): ShownImport =>
  (told.body as { readonly import: ShownImport }).import;
