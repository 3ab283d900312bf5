import { laneKey, PLAIN_KEY } from '#eligibility';
import fc from 'fast-check';
import {
  type EligibleMember,
  type EligibleMembers,
  FIRST_CURSORS,
  type Lane,
  type LaneCursor,
  type Tier,
  TIERS,
} from './eligible-members.js';
import { pickNext } from './pick.js';

type Someone = EligibleMember & { readonly tier: Tier; readonly zone: string };

const laneIn = (tier: Tier, zone: string): Lane => {
  const name = { calling_hours_id: null, zones: zone === '' ? [] : [zone] };
  return { tier, name, key: laneKey(name) };
};

/**
 * Eligible members, each `tier number contact zone`, e.g. `high 7 ann east`, without attempts; without a zone in the
 * plain lane.
 */
function eligible(...all: readonly string[]): EligibleMembers<Someone> & { readonly questions: string[] } {
  const members = all.map((text): Someone => {
    const [tier, number, contact_id, zone = ''] = text.split(' ');
    return { tier: tier as Tier, number: Number(number), contact_id: contact_id!, zone, attempt_count: 0 };
  });
  members.sort((a, b) => a.number - b.number);
  const zones = [...new Set(members.map(({ zone }) => zone))];
  const questions: string[] = [];
  return {
    questions,
    callbacks: () => [],
    lanes: (tier) => zones.map((zone) => laneIn(tier, zone)),
    above({ tier, name }, above, limit) {
      questions.push(`${limit} of ${tier} above ${above}`);
      const [zone = ''] = name.zones;
      return members.filter((one) => one.tier === tier && one.zone === zone && one.number > above).slice(0, limit);
    },
    prepare: () => undefined,
    mayFollow: () => true,
  };
}

const plain = (number: number) => ({ [PLAIN_KEY]: { number, turn: 1 } });

const names = (from: EligibleMembers<Someone>, cursors: Partial<typeof FIRST_CURSORS>, n: number) =>
  pickNext(from, { ...FIRST_CURSORS, ...cursors }, n).map(({ member }) => member.contact_id);

describe('picks', () => {
  it('drain the tiers from highest to lowest, and contacts without a list last', () => {
    const all = eligible('unlisted 1 eve', 'lowest 2 dan', 'low 3 cat', 'medium 4 bob', 'high 5 ann', 'highest 6 zoe');
    expect(names(all, {}, 10)).toEqual(['zoe', 'ann', 'bob', 'cat', 'dan', 'eve']);
    expect(names(all, {}, 2)).toEqual(['zoe', 'ann']);
  });

  it('take the smallest number above the cursor and begin again at the end, each member once', () => {
    const three = eligible('medium 1 ann', 'medium 2 bob', 'medium 3 cat');
    expect(names(three, { medium: plain(1) }, 2)).toEqual(['bob', 'cat']);
    expect(names(three, { medium: plain(1) }, 3)).toEqual(['bob', 'cat', 'ann']);
    expect(names(three, { medium: plain(3) }, 9)).toEqual(['ann', 'bob', 'cat']);
    expect(names(three, { medium: plain(99) }, 1)).toEqual(['ann']);
  });

  it('take a contact once, from the list on which it is first', () => {
    const twice = eligible('high 5 ann', 'high 6 ann', 'medium 1 ann', 'medium 2 bob', 'high 7 cat');
    expect(names(twice, {}, 3)).toEqual(['ann', 'cat', 'bob']);
    expect(names(twice, { high: plain(5) }, 9)).toEqual(['ann', 'cat', 'bob']);
  });

  it('say from which lane they are, and which attempt they make', () => {
    const cursors = { ...FIRST_CURSORS, high: plain(5), medium: plain(77) };
    const picks = pickNext(eligible('high 5 ann', 'high 9 bob', 'low 3 cat'), cursors, 3);
    expect(picks.map(({ lane, member, attempt_number }) => [lane?.tier, member.number, attempt_number])).toEqual([
      ['high', 9, 1],
      ['high', 5, 1],
      ['low', 3, 1],
    ]);
  });

  it('read no more candidates than needed, and none of tiers that are not reached', () => {
    const all = eligible('highest 1 ann', 'highest 2 bob', 'high 3 cat');
    names(all, { highest: plain(1) }, 2);
    expect(all.questions).toEqual(['2 of highest above 1', '1 of highest above -1']);
  });

  it('read further where contacts were taken from another list before', () => {
    const crowd = Array.from({ length: 20 }, (_, n) => `high ${n} c${n}`);
    const again = Array.from({ length: 20 }, (_, n) => `low ${n + 20} c${n}`);
    expect(names(eligible(...crowd, ...again, 'low 40 last'), {}, 21).at(-1)).toBe('last');
  });

  describe('of several lanes', () => {
    const cursor = (lane: Lane, at: LaneCursor) => ({ [lane.key]: at });
    const [east, west] = [laneIn('medium', 'east'), laneIn('medium', 'west')];
    const four = eligible('medium 1 ann east', 'medium 2 bob east', 'medium 3 cat east', 'medium 4 dan west');

    it('take the lane that was dialed longest ago, each with a cursor of its own', () => {
      const medium = { ...cursor(east, { number: 2, turn: 9 }), ...cursor(west, { number: 4, turn: 8 }) };
      expect(names(four, { medium }, 9)).toEqual(['dan', 'cat', 'ann', 'bob']);
      const turned = { ...cursor(east, { number: 2, turn: 8 }), ...cursor(west, { number: 4, turn: 9 }) };
      expect(names(four, { medium: turned }, 9)).toEqual(['cat', 'dan', 'ann', 'bob']);
    });

    it('take first those that were never dialed, by the smallest number of their next members', () => {
      expect(names(four, {}, 9)).toEqual(['ann', 'dan', 'bob', 'cat']);
      expect(names(four, { medium: cursor(east, { number: 1, turn: 5 }) }, 9)).toEqual(['dan', 'bob', 'cat', 'ann']);
      const late = eligible('medium 1 ann east', 'medium 8 bob east', 'medium 4 dan west');
      expect(names(late, { medium: plain(5) }, 9)).toEqual(['dan', 'bob', 'ann']);
    });

    it('begin where the plain lane stands, unless they have a cursor', () => {
      expect(names(four, { medium: { ...plain(1), ...cursor(west, { number: 9, turn: 2 }) } }, 9)).toEqual([
        ...['bob', 'dan', 'cat', 'ann'],
      ]);
    });

    it('pass over a contact that another lane has taken', () => {
      const twice = eligible('medium 1 ann east', 'medium 2 ann west', 'medium 3 bob west', 'medium 4 cat east');
      expect(names(twice, {}, 9)).toEqual(['ann', 'bob', 'cat']);
    });

    it('come to the same picks one by one, whatever turns and cursors are', () => {
      const lanes = fc.constantFrom('', 'east', 'west');
      const member = fc.tuple(fc.constantFrom(...TIERS.slice(0, 2)), fc.nat(4), lanes);
      fc.assert(
        fc.property(fc.array(member, { maxLength: 9 }), fc.array(lanes, { maxLength: 4 }), (all, dialed) => {
          const texts = all.map(([tier, contact, lane], number) => `${tier} ${number} c${contact} ${lane}`.trim());
          let cursors = FIRST_CURSORS;
          const move = (lane: Lane, number: number, turn: number) => {
            cursors = { ...cursors, [lane.tier]: { ...cursors[lane.tier], [lane.key]: { number, turn } } };
          };
          dialed.forEach((zone, turn) => {
            move(laneIn('highest', zone), turn, turn);
          });
          const together = names(eligible(...texts), cursors, 9);
          const taken: string[] = [];
          for (let turn = 10; ; turn += 1) {
            const left = texts.filter((text) => !taken.includes(text.split(' ')[2]!));
            const [pick] = pickNext(eligible(...left), cursors, 1);
            if (!pick) break;
            taken.push(pick.member.contact_id);
            move(pick.lane!, pick.member.number, turn);
          }
          expect(together).toEqual(taken);
        }),
      );
    });
  });
});
