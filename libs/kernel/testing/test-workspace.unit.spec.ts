import type { Collection, DomainEvent, Projection, Row } from '../index.js';
import { TEST_WORKSPACE, TestWorkspace } from './index.js';

interface Lamp extends Row {
  readonly colour: string;
  readonly lit: 0 | 1;
}

interface Shade extends Row {
  readonly colour: string;
}

const LAMPS: Collection<Lamp> = { name: 'lamps', key: ['workspace_id'], indexes: [] };
const SHADES: Collection<Shade> = { name: 'shades', key: ['workspace_id'], indexes: [] };

const KEY = [TEST_WORKSPACE];
const lit = (colour: string): DomainEvent => ({ type: 'Lit', data: { colour } });
const off: DomainEvent = { type: 'PutOut', data: {} };

const lamps: Projection<Lamp> = {
  collection: LAMPS,
  version: 1,
  keys: () => [KEY],
  evolve: (row, { type, data, revision }) =>
    type === 'PutOut' ? row && { ...row, lit: 0 } : { colour: (data as Shade).colour, lit: 1, revision },
  resident: { liveIndex: 'live', isLive: (row) => row.lit === 1 },
};

const shades: Projection<Shade> = {
  collection: SHADES,
  version: 1,
  keys: () => [KEY],
  needs: () => [{ collection: LAMPS, key: KEY }],
  evolve: (_, { revision }, key, resident) => ({ colour: resident.row(LAMPS, key)?.colour ?? 'none', revision }),
};

describe('a projection in a workspace for tests', () => {
  const colour = (projections: readonly Projection[], ...events: DomainEvent[]) =>
    new TestWorkspace(projections).append(events).rows(SHADES, [KEY])[0]!.colour;

  it('finds resident rows as of the event, in any order of projections', () => {
    expect(colour([shades, lamps], lit('red'))).toBe('red');
    expect(colour([lamps, shades], lit('red'), lit('blue'))).toBe('blue');
  });

  it('finds no resident rows that are not live any more, or of a slice that is left out', () => {
    expect(colour([lamps, shades], lit('red'), off)).toBe('none');
    expect(colour([shades], lit('red'))).toBe('none');
  });

  it('finds nothing that it does not name, and nothing that is not resident', () => {
    expect(() => colour([lamps, { ...shades, needs: () => [] }], lit('red'))).toThrow('does not say so');
    const { resident: _, ...none } = lamps;
    expect(() => colour([none, shades], lit('red'))).toThrow('lamps is not a resident collection');
  });

  it('sets its cached fields at every event, without their previous values', () => {
    const hinted = { ...shades, cachedFields: ['colour'] };
    expect(colour([lamps, hinted], lit('red'), lit('blue'))).toBe('blue');
    const kept: Projection<Shade> = {
      ...hinted,
      evolve: (row, event, key, resident) => row ?? shades.evolve(row, event, key, resident),
    };
    expect(() => colour([lamps, kept], lit('red'), lit('blue'))).toThrow('shades: Lit leaves colour as it was');
  });
});
