import { type EligibleMember, type EligibleMembers, FIRST_CURSORS, pickNext, type Tier } from './pick.js';

type Someone = EligibleMember & { readonly tier: Tier };

/** Eligible members, each `tier number contact`, e.g. `high 7 ann`, without attempts. */
function eligible(...all: readonly string[]): EligibleMembers<Someone> & { readonly questions: string[] } {
  const members = all.map((text): Someone => {
    const [tier, number, contact_id] = text.split(' ');
    return { tier: tier as Tier, number: Number(number), contact_id: contact_id!, attempt_count: 0 };
  });
  members.sort((a, b) => a.number - b.number);
  const questions: string[] = [];
  return {
    questions,
    callbacks: () => [],
    above(tier, above, limit) {
      questions.push(`${limit} of ${tier} above ${above}`);
      return members.filter((one) => one.tier === tier && one.number > above).slice(0, limit);
    },
    mayFollow: () => true,
  };
}

const names = (from: EligibleMembers<Someone>, cursors: Partial<typeof FIRST_CURSORS>, n: number) =>
  pickNext(from, { ...FIRST_CURSORS, ...cursors }, n).picks.map(({ member }) => member.contact_id);

describe('picks', () => {
  it('drain the tiers from highest to lowest, and contacts without a list last', () => {
    const all = eligible('unlisted 1 eve', 'lowest 2 dan', 'low 3 cat', 'medium 4 bob', 'high 5 ann', 'highest 6 zoe');
    expect(names(all, {}, 10)).toEqual(['zoe', 'ann', 'bob', 'cat', 'dan', 'eve']);
    expect(names(all, {}, 2)).toEqual(['zoe', 'ann']);
  });

  it('take the smallest number above the cursor and begin again at the end, each member once', () => {
    const three = eligible('medium 1 ann', 'medium 2 bob', 'medium 3 cat');
    expect(names(three, { medium: 1 }, 2)).toEqual(['bob', 'cat']);
    expect(names(three, { medium: 1 }, 3)).toEqual(['bob', 'cat', 'ann']);
    expect(names(three, { medium: 3 }, 9)).toEqual(['ann', 'bob', 'cat']);
    expect(names(three, { medium: 99 }, 1)).toEqual(['ann']);
  });

  it('take a contact once, from the list on which it is first', () => {
    const twice = eligible('high 5 ann', 'high 6 ann', 'medium 1 ann', 'medium 2 bob', 'high 7 cat');
    expect(names(twice, {}, 3)).toEqual(['ann', 'cat', 'bob']);
    expect(names(twice, { high: 5 }, 9)).toEqual(['ann', 'cat', 'bob']);
  });

  it('leave each cursor at the number of its last pick, and that of a tier without a pick where it was', () => {
    const { picks, cursors } = pickNext(
      eligible('high 5 ann', 'high 9 bob', 'low 3 cat'),
      { ...FIRST_CURSORS, high: 5, medium: 77 },
      3,
    );
    expect(picks.map(({ tier, member, attempt_number }) => [tier, member.number, attempt_number])).toEqual([
      ['high', 9, 1],
      ['high', 5, 1],
      ['low', 3, 1],
    ]);
    expect(cursors).toEqual({ ...FIRST_CURSORS, high: 5, medium: 77, low: 3 });
  });

  it('read no more candidates than needed, and none of tiers that are not reached', () => {
    const all = eligible('highest 1 ann', 'highest 2 bob', 'high 3 cat');
    names(all, { highest: 1 }, 2);
    expect(all.questions).toEqual(['2 of highest above 1', '1 of highest above -1']);
  });

  it('read further where contacts were taken from another list before', () => {
    const crowd = Array.from({ length: 20 }, (_, n) => `high ${n} c${n}`);
    const again = Array.from({ length: 20 }, (_, n) => `low ${n + 20} c${n}`);
    expect(names(eligible(...crowd, ...again, 'low 40 last'), {}, 21).at(-1)).toBe('last');
  });
});
