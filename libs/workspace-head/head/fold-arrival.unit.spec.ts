import { arrivalStream, type Collection, type Projection, type RecordedEvent, type Row } from '#kernel';
import { foldArrival } from './fold-arrival.js';
import { ResidentCollections } from './resident-collections.js';

interface Place extends Row {
  readonly workspace_id: string;
  readonly live: 0 | 1;
  readonly arrival: string;
}

const PLACES: Collection<Place> = {
  name: 'places',
  key: ['workspace_id'],
  indexes: [{ name: 'live', fields: ['workspace_id', 'live'] }],
};

/** Its row keeps the arrival that stands in front of its stream. */
const places: Projection<Place> = {
  collection: PLACES,
  version: 1,
  keys: () => [['w']],
  evolve: (row, { type, revision }) => ({
    ...{ workspace_id: 'w', live: type === 'Arrived' ? 0 : 1, revision },
    arrival: type === 'Arrived' ? 'begun' : (row?.arrival ?? 'none'),
  }),
  resident: { liveIndex: 'live', isLive: ({ live }) => live === 1 },
};

const event = (type: string, revision: number): RecordedEvent => ({
  ...{ id: `${type}${revision}`, type, data: {}, stream: 'workspace-w', revision },
  metadata: {
    ...{ schema_version: 1, workspace_id: 'w', occurred_at: '2030-01-01T00:00:00.000Z' },
    ...{ actor: { kind: 'system', id: 'test' }, correlation_id: 'c', causation_id: null },
  },
});

/** What the row says after the first event of the workspace. */
async function created(arrivals: readonly RecordedEvent[], known?: Place): Promise<string> {
  const resident = new ResidentCollections([places]);
  if (known) resident.loadRow(places, known);
  const read = async (stream: string) => (stream === arrivalStream('w') ? arrivals : []);
  await foldArrival('w', { read }, resident);
  resident.apply(event('Created', 0));
  return resident.row(PLACES, ['w'])!.arrival;
}

it('the arrival stands in front of the first event, whatever its revision', async () => {
  expect(await created([event('Arrived', 7)])).toBe('begun');
  expect(await created([])).toBe('none');
});

it('a row that is there already has it, or its end', async () => {
  const row: Place = { workspace_id: 'w', live: 1, arrival: 'ended', revision: -1 };
  expect(await created([event('Arrived', 0)], row)).toBe('ended');
});
