import fc from 'fast-check';
import type { JsonObject } from '#kernel';
import { explainMember } from '../domain/queue/dispatch.js';
import { allHistories, histories } from './histories.js';
import { same, TwoDialings, WEATHERS } from './two-dialings.js';

/*
 * Goal: the decisions of the slices dial and explain as the reference model does, also while rows are behind the log
 * or the queue is still being re-indexed.
 * Method: random histories, decided by the slices and answered by the reference model side by side, while rows and
 * workers fall behind at random. Both are compared after every step.
 */

/** Histories for each property. HISTORIES=5000, with Jest's --testTimeout, for a run over night. */
const RUNS = Number(process.env['HISTORIES'] ?? 60);

const weathers = fc.array(fc.constantFrom(...WEATHERS), { minLength: 100, maxLength: 100 });

/** Plays histories while rows lag, and checks both sides after each step. */
function always(look: (both: TwoDialings) => void, { reindexes = true, steps: played = allHistories() } = {}): void {
  fc.assert(
    fc.property(played, weathers, ({ begins, steps }, weather) => {
      const both = new TwoDialings(begins, reindexes);
      steps.forEach((step, n) => {
        both.play(step, weather[n % weather.length]!);
        look(both);
      });
    }),
    { numRuns: RUNS },
  );
}

describe('decisions of dispatch and preview', () => {
  it('dial the contacts that the rules say, with rows of any lag, and preview shows them', () => {
    always((both) => {
      for (const n of [1, 3, 9]) same(both.preview(n), both.expected(n));
      for (const agentId of ['mia', 'noa'])
        same(both.preview(4, { agentId }), both.expected(4, null, agentId), agentId);
    });
  });

  it('dial from many lists of one tier as the rules say', () => {
    for (const hours of [false, true]) {
      const steps = histories(30, { lists: 12, hours });
      always((both) => same(both.preview(9), both.expected(9)), { steps });
    }
  });

  it('dial a list alone in a round of its own', () => {
    always((both) => {
      for (const list of both.model.lists.filter(({ live }) => live))
        for (const n of [1, 4]) {
          const { smart_list_id } = both.listNamed(list.name);
          same(both.preview(n, { smartListId: smart_list_id }), both.expected(n, list), list.name);
        }
    });
  });

  it('dial the lists of a group in a round of its own, and groups have active lists only', () => {
    always((both) => {
      for (const group of both.model.groups) {
        const { dial_group_id, smart_list_ids } = both.groupNamed(group.name);
        const names = smart_list_ids.map((id) => both.listWithId(id)?.name);
        same(
          names,
          group.lists.map(({ name }) => name),
          group.name,
        );
        for (const n of [1, 4]) same(both.preview(n, { dialGroupId: dial_group_id }), both.expected(n, group), names);
      }
    });
  });

  it('dial no ineligible contact, also while the queue does not follow changed settings', () => {
    always(
      (both) => {
        for (const pick of both.preview(9)) same(both.mayDial(pick), true, pick);
      },
      { reindexes: false },
    );
  });

  it('explain each member by the rules', () => {
    always((both) => {
      for (const list of both.model.lists.filter(({ live }) => live)) {
        const { smart_list_id } = both.listNamed(list.name);
        for (const membership of both.model.members(list.id)) {
          const { status } = both.model.standing(membership);
          const { eligible, gates } = both.decided.ask(explainMember(smart_list_id, membership.contact.id));
          const failed = (gates as readonly JsonObject[]).find(({ passed }) => !passed);
          same([eligible, failed?.['status'] ?? 'queued'], [status === 'queued', status], membership.contact.id);
        }
      }
    });
  });
});
