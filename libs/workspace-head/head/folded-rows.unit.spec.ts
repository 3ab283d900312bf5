import fc from 'fast-check';
import { type DocumentKey, type JsonObject, keyText, type Projection, type RecordedEvent, type Row } from '#kernel';
import { recorded } from '#kernel/testing';
import { FRONT, MEMBERS, TOY_PROJECTIONS, type ToyMember } from '../testing/toy.js';
import { emptySnapshot } from '../view/rows-needed.js';
import { FoldedRows } from './folded-rows.js';
import { Head } from './head.js';
import { foldEvent, ResidentCollections } from './resident-collections.js';

const CONTACTS = ['1', '2'];
const members = TOY_PROJECTIONS.find(({ collection }) => collection === MEMBERS)!;

/** A head of a workspace with one list, beside the rows of its members as they were projected. */
class World {
  readonly head: Head;
  /** Events that were folded into members, by the projection. */
  folds = 0;
  readonly snapshot = emptySnapshot();
  private readonly projection: Projection = {
    ...members,
    evolve: (...of) => {
      this.folds += 1;
      return members.evolve(...of);
    },
  };
  private readonly log: RecordedEvent[] = [];
  private readonly rows = new Map<string, Row>();

  constructor() {
    const resident = new ResidentCollections(TOY_PROJECTIONS.filter((each) => each.resident));
    const projections = new Map(TOY_PROJECTIONS.map((each) => [each.collection.name, each]));
    this.head = new Head('w', projections, resident, -1, '');
    this.happened('ListMade', { list_id: 'a', name: 'A' });
    this.head.confirm(0);
  }

  happened(type: string, data: JsonObject): void {
    const event = recorded({ type, data }, this.head.revision + 1, { workspaceId: 'w' });
    this.log.push(event);
    this.head.predict(event);
  }

  takeBack(count: number): void {
    const revision = Math.max(this.head.revision - count, this.head.durableRevision);
    this.head.takeBack(revision);
    this.log.splice(revision + 1);
  }

  /** Everything is durable, and the rows follow up to some events before the end. */
  project(lacking: number): void {
    this.head.confirm(this.head.revision);
    const revision = Math.max(this.head.revision - lacking, this.head.rowsRevision);
    for (const contact of CONTACTS) {
      const row = this.plain(contact, revision);
      if (row) this.rows.set(keyText(keyOf(contact)), row);
    }
    this.head.rowsReached(revision);
  }

  /** The next command begins: it reads up to where the rows are complete. */
  begin(): void {
    this.snapshot.projectedRevision = this.head.rowsRevision;
  }

  /** Changes the row of a member beside the log; it has all events. */
  amend(contact: string, fields: Partial<ToyMember>): void {
    this.rows.set(keyText(keyOf(contact)), { ...(this.plain(contact) as ToyMember), ...fields });
  }

  /** A member as the view of a decision shows it. @param mayLoad whether its stored row is known */
  current(contact: string, mayLoad = true): Row | undefined {
    const [key, { retained, resident }] = [keyOf(contact), this.head];
    const events = retained.eventsOfRows(this.projection);
    const folded = new FoldedRows(this.projection, events, resident, this.snapshot);
    return mayLoad ? folded.fold(keyText(key), key, this.rows.get(keyText(key))) : folded.kept(keyText(key), key);
  }

  /** The same member without anything that is kept: its stored row, and the events behind it. */
  plain(contact: string, upTo = this.head.revision): Row | undefined {
    const key = keyOf(contact);
    let row = this.rows.get(keyText(key));
    for (const event of this.log.slice(0, upTo + 1)) {
      if (members.keys(event).some((each) => keyText(each) === keyText(key)))
        row = foldEvent(members, row, event, key, this.head.resident);
    }
    return row;
  }
}

const keyOf = (contact: string): DocumentKey => ['w', 'a', contact];
const contact = fc.constantFrom(...CONTACTS);
const step = fc.oneof(
  contact.map((id) => (world: World) => world.happened('MemberJoined', { list_id: 'a', contact_id: id })),
  contact.map((id) => (world: World) => world.happened('MembersLeft', { list_id: 'a', contacts: [id] })),
  fc.constantFrom('A', 'B').map((name) => (world: World) => world.happened('ListRenamed', { list_id: 'a', name })),
  fc.nat(3).map((count) => (world: World) => world.takeBack(count)),
  fc.nat(3).map((lacking) => (world: World) => world.project(lacking)),
  fc.constant((world: World) => world.begin()),
  contact.map((id) => (world: World) => void world.current(id)),
);

describe('rows that retained events touch', () => {
  it('are what their stored rows and these events make, whatever was kept, taken back or projected before', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const world = new World();
        for (const act of steps) {
          act(world);
          for (const id of CONTACTS) {
            const plain = world.plain(id);
            expect([plain, undefined]).toContainEqual(world.current(id, false));
            expect(world.current(id)).toEqual(plain);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('are loaded once, and each event is folded into them once', () => {
    const world = new World();
    world.happened('MemberJoined', { list_id: 'a', contact_id: '1' });
    expect(world.current('1', false)).toBeUndefined();
    for (let n = 0; n < 3; n += 1) world.current('1');
    world.happened('MembersLeft', { list_id: 'a', contacts: ['1'] });
    for (let n = 0; n < 3; n += 1) expect(world.current('1', false)).toMatchObject({ active: 0, revision: 2 });
    expect(world.folds).toBe(2);
    world.takeBack(1);
    expect(world.current('1', false)).toBeUndefined();
    expect([world.current('1'), world.folds]).toMatchObject([{ active: 1, revision: 1 }, 3]);
  });

  it('are those of the store where it has all their events: only these have what was amended since', () => {
    const world = new World();
    world.happened('MemberJoined', { list_id: 'a', contact_id: '1' });
    world.current('1');
    world.amend('1', { shelf: FRONT });
    expect((world.current('1') as ToyMember).shelf).toBe(FRONT);
  });

  it('are loaded again where the rows are known to have all their events, although a command still needs these', () => {
    const world = new World();
    world.happened('MemberJoined', { list_id: 'a', contact_id: '1' });
    world.current('1');
    const used = world.head.use();
    world.project(0);
    world.amend('1', { shelf: FRONT });
    expect(world.current('1', false)).toMatchObject({ shelf: 'A' });
    world.begin();
    expect(world.current('1', false)).toBeUndefined();
    expect(world.current('1')).toMatchObject({ shelf: FRONT });
    world.head.release(used);
  });

  it('are loaded again where the rows are of another generation, and say that they are of this one', () => {
    const world = new World();
    world.happened('MemberJoined', { list_id: 'a', contact_id: '1' });
    world.current('1');
    expect([world.snapshot.usesKeptRows, world.current('1', false)?.revision]).toEqual([false, 1]);
    expect(world.snapshot.usesKeptRows).toBe(true);
    world.snapshot.generation = 'next';
    expect(world.current('1', false)).toBeUndefined();
  });

  it('are counted while they are kept', () => {
    const world = new World();
    const held = () => world.head.rowsHeld;
    world.happened('MemberJoined', { list_id: 'a', contact_id: '1' });
    const before = held();
    for (let n = 0; n < 3; n += 1) {
      world.current('1');
      world.happened('MembersLeft', { list_id: 'a', contacts: ['1'] });
    }
    world.current('1');
    expect(held() - before).toBe(3 + 1);
    world.takeBack(9);
    expect(held()).toBe(before - 1);
  });

  it('are folded again where a resident row that they were folded with has changed', () => {
    const world = new World();
    world.happened('MemberJoined', { list_id: 'a', contact_id: '1' });
    world.current('1');
    world.happened('ListRenamed', { list_id: 'a', name: 'B' });
    expect(world.current('1', false)).toBeUndefined();
    expect((world.current('1') as ToyMember).shelf).toBe('B');
  });
});
