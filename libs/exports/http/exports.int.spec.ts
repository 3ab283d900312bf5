import { CONTACT_PROJECTIONS } from '#contacts';
import type { DomainEvent, RecordedEvent } from '#kernel';
import { MemoryReadModel } from '#read-model/testing';
import { EVENT_LOG, EVENTS_INDEX, type EventsIndex } from '#timeline';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { MemoryService } from '#workspaces/testing';
import { until } from '../../../test/support/until.js';
import { ExportsModule } from '../index.js';

/** More than three reads of a walk, of rows that are larger than the buffers of a connection together. */
const CONTACTS = 1_000;
const ATTRIBUTES = { text: 'x'.repeat(4_000) };
const W = 'w1';

/** An export over HTTP of a workspace in memory whose reads can be told to fail. */
class ExportingService {
  /** Before each read of a page, counted from 1. */
  beforePage: (nth: number) => void = () => undefined;
  pages = 0;
  exchanges = 0;
  generation = 'first';
  service!: MemoryService;

  static async start(): Promise<ExportingService> {
    const made = new ExportingService();
    const index: Pick<EventsIndex, 'rows' | 'generation'> = {
      rows: Object.assign(new MemoryReadModel(), { projectedRevision: async () => Infinity }),
      generation: async () => made.generation,
    };
    const log = { read: async (): Promise<readonly RecordedEvent[]> => [] };
    const further = [
      { provide: EVENTS_INDEX, useValue: index },
      { provide: EVENT_LOG, useValue: log },
    ];
    made.service = await MemoryService.startOpen(
      [ExportsModule],
      [...WORKSPACES_PROJECTIONS, ...CONTACT_PROJECTIONS],
      further,
    );
    await made.fill();
    const { readModel } = made.service;
    const page = readModel.page.bind(readModel);
    readModel.page = async (collection, options) => {
      made.beforePage((made.pages += 1));
      return page(collection, options);
    };
    Object.defineProperty(readModel, 'exchanges', { get: () => made.exchanges });
    return made;
  }

  ask(path: string, token = W, signal?: AbortSignal): Promise<Response> {
    const headers = { authorization: `Bearer ${token}` };
    return fetch(`${this.url}${path}`, { headers, ...(signal && { signal }) });
  }

  url = '';

  private async fill(): Promise<void> {
    this.url = await this.service.app.getUrl();
    const contact_id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    const details = { slots: [], external_id: null, phone_label: null, further_phones: [], time_zone: null };
    const events = Array.from({ length: CONTACTS }, (_, n): readonly DomainEvent[] => {
      const phone = `+1202${String(n).padStart(7, '0')}`;
      return [
        { type: 'ContactImported', data: { contact_id: contact_id(n), phone, name: null } },
        { type: 'ContactDetailsChanged', data: { contact_id: contact_id(n), ...details, attributes: ATTRIBUTES } },
      ];
    });
    await this.service.happen(W, ...events.flat());
    // In memory nothing writes the rows' projected revision.
    this.service.readModel.raiseRevisions(new Map([[W, CONTACTS * 2]]));
  }
}

const EXPORT = '/exports/contacts?format=jsonl';

describe('an export over HTTP', () => {
  let exporting: ExportingService;
  beforeAll(async () => {
    exporting = await ExportingService.start();
  });
  afterAll(() => exporting.service.stop());
  beforeEach(() => {
    exporting.beforePage = () => undefined;
    exporting.pages = 0;
  });

  it('is whole where nothing fails, and reads some rows at a time', async () => {
    const text = await (await exporting.ask(EXPORT)).text();
    expect(text.split('\n')).toHaveLength(CONTACTS + 1);
    expect(exporting.pages).toBe(CONTACTS / 200 + 1);
  });

  it('HEAD reads no rows', async () => {
    const headers = { authorization: `Bearer ${W}` };
    const answer = await fetch(`${exporting.url}${EXPORT}`, { method: 'HEAD', headers });
    expect([answer.status, answer.headers.get('export-revision')]).toEqual([200, String(CONTACTS * 2)]);
    expect(exporting.pages).toBe(0);
  });

  it.each<[what: string, (exporting: ExportingService) => void]>([
    [
      'a store fails',
      () => {
        throw new Error('the store is gone');
      },
    ],
    ['the rows are exchanged', (given) => void (given.exchanges += 1)],
    ['the index of events is made anew', (given) => void (given.generation = 'second')],
  ])('breaks off where %s in the middle: it has no end', async (_what, fail) => {
    exporting.beforePage = (nth) => {
      if (nth === 3) fail(exporting);
    };
    const answer = await exporting.ask(EXPORT);
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow('terminated');
  });

  it('that fails before its first rows is refused, and leaves its place', async () => {
    exporting.beforePage = () => {
      exporting.exchanges += 1;
    };
    for (let n = 0; n < 4; n += 1) {
      const answer = await exporting.ask(EXPORT);
      expect([answer.status, answer.headers.get('content-disposition')]).toEqual([503, null]);
      expect(await answer.json()).toMatchObject({ code: 'unavailable' });
    }
  });

  it('reads no further than its client, and stops when the client is gone', async () => {
    const gone = new AbortController();
    const answer = await exporting.ask(EXPORT, W, gone.signal);
    const read = exporting.pages;
    expect(read).toBeLessThan(CONTACTS / 200);
    gone.abort();
    await expect(answer.text()).rejects.toThrow();
    expect(exporting.pages).toBeLessThan(CONTACTS / 200 + 1);
  });

  it('is one of two of its workspace and of four of the process', async () => {
    const begun = await Promise.all([W, W].map((token) => exporting.ask(EXPORT, token)));
    const third = await exporting.ask(EXPORT);
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '10']);
    await Promise.all(begun.map((answer) => answer.body!.cancel()));
    await until('a place is free', async () => (await exporting.ask('/exports/contacts?format=jsonl', 'w2')).ok);
    await until('its places are free', async () => {
      const again = await exporting.ask(EXPORT);
      await again.body?.cancel();
      return again.ok;
    });
  });
});
