import fc from 'fast-check';
import { instant } from '#kernel';
import { attemptsToday, explain, type GateReport, isEligible, PLAIN_KEY, standing } from '#eligibility';
import { type EligibleMembers, FIRST_CURSORS, laneCursor, type Tier } from '../domain/queue/eligible-members.js';
import { pickNext } from '../domain/queue/pick.js';
import { allHistories, HistoryIds, type Step } from './histories.js';
import { ReferenceModel } from './reference-model/reference-model.js';
import { modelAnswer } from './reference-model/http.js';
import { isOpen, type Watched, WatchedDialing } from './watched-dialing.js';

/*
 * Goal: the functions of the domain (standing, picks, cursors, explanations) never differ from the reference model of
 * docs/reference/dialing-rules.md.
 * Method: random histories of a workspace. The reference model answers each step; its log is folded into the domain's
 * rows, and both are compared after every step. No decision and no store is involved.
 */

/** Histories for each property. HISTORIES=5000, with Jest's --testTimeout, for a run over night. */
const RUNS = Number(process.env['HISTORIES'] ?? 100);

interface World {
  readonly model: ReferenceModel;
  readonly domain: WatchedDialing;
  readonly ids: HistoryIds;
}

function worldAt(begins: number): World {
  const model = new ReferenceModel();
  model.setClock(begins);
  return { model, domain: new WatchedDialing(model), ids: new HistoryIds('workspace', () => model.now) };
}

function play({ model, domain, ids }: World, step: Step): void {
  if ('wait' in step) model.setClock(model.now + step.wait * 60_000);
  else ids.learn(modelAnswer(model, ids.resolve(step)));
  domain.catchUp();
}

/** Plays histories and checks both sides after each step. */
function always(look: (world: World) => void): void {
  const life = allHistories();
  fc.assert(
    fc.property(life, ({ begins, steps }) => {
      const world = worldAt(begins);
      for (const step of steps) {
        play(world, step);
        look(world);
      }
    }),
    { numRuns: RUNS },
  );
}

/** `expect` for the innermost loops: Jest's own comparison takes most of a minute where this takes a second. */
function same(actual: unknown, expected: unknown, of?: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) expect([actual, of]).toEqual([expected, of]);
}

/** The reference model's verdict on a member or a contact without a list. */
function modelStanding({ model }: World, { list, contact_id, subject }: Watched) {
  if (list) return model.standing(model.members(list.id).find(({ contact }) => contact.id === contact_id)!);
  const contact = model.contacts.find(({ id }) => id === contact_id)!;
  return subject.removed === null
    ? model.gates(contact, null, model.workspace.unlisted, contact.created_at)
    : { status: 'removed', reason: subject.removed, until: null };
}

/** Whether value and threshold pass, by the comparison that the table of gates gives. */
function readsAsPassed({ gate, value, threshold }: GateReport): boolean {
  const below = threshold === null || Number(value) < Number(threshold);
  switch (gate) {
    case 'membership':
    case 'do_not_call':
    case 'dialing_not_paused':
    case 'list_not_paused':
      return value === threshold;
    case 'caps_not_zero':
      return value === null || Number(value) > Number(threshold);
    case 'no_call_in_flight':
      return value === threshold;
    case 'total_cap':
    case 'daily_cap':
    case 'attempt_windows':
    case 'contact_windows':
      return below;
    case 'callback':
      return value === null || value <= threshold!;
    case 'retry_gap':
      return value === null || !below;
    case 'calling_hours':
      return value === threshold;
  }
}

describe('the domain of dialing and the reference model of its rules', () => {
  it('agree on status, reason, time and counters of every member after every step', () => {
    always((world) => {
      for (const each of world.domain.all()) {
        const { status, reason, until } = modelStanding(world, each);
        const shown = standing(each.subject, world.domain.moment);
        const reference = { status, status_reason: reason, schedule_time: until === null ? null : instant(until) };
        same(shown, reference, each);
        const contact = world.model.contacts.find(({ id }) => id === each.contact_id)!;
        const { at, zone } = world.domain.moment;
        same(
          [each.attempt_count, attemptsToday(each.subject.facts, zone, at)],
          [
            world.model.attemptCount(contact, each.list),
            world.model.attemptsOnDayOf(contact, each.list, world.model.now),
          ],
          each,
        );
      }
    });
  });

  it('agree on the next picks and the cursors after every step', () => {
    always(({ model, domain }) => {
      for (const n of [1, 3, 9]) {
        const picks = pickNext(domain.eligible, domain.cursors, n);
        const reference = model
          .picks(n)
          .map(({ contact, number, attempt_number }) => [contact.id, number, attempt_number]);
        same(
          picks.map(({ member, attempt_number }) => [member.contact_id, member.number, attempt_number]),
          reference,
        );
      }
      const reference = Object.keys(domain.cursors).map((tier) => model.cursor(tier === 'unlisted' ? null : tier));
      same(
        Object.values(domain.cursors).map((lanes) => laneCursor(lanes, PLAIN_KEY).number),
        reference,
      );
    });
  });

  it('agree on the next picks of a list that is dialed alone', () => {
    always(({ model, domain }) => {
      for (const list of model.lists.filter(({ live }) => live)) {
        const { priority, id } = list;
        const tier = priority as Tier;
        const eligible: EligibleMembers<Watched> = {
          callbacks: (limit) =>
            domain.eligible
              .callbacks(Infinity)
              .filter((each) => each.list === list)
              .slice(0, limit),
          lanes: (each) => domain.eligible.lanes(each),
          prepare: () => undefined,
          above: (lane, above, limit) =>
            domain.eligible
              .above(lane, above, Infinity)
              .filter((each) => each.list === list)
              .slice(0, limit),
          mayFollow: (member, picked) => domain.eligible.mayFollow(member, picked),
        };
        const cursors = { ...FIRST_CURSORS, [tier]: domain.cursorsOfLists.get(id) ?? {} };
        const picks = pickNext(eligible, cursors, 3, [tier]);
        same(
          picks.map(({ member }) => member.number),
          model.picks(3, list).map(({ number }) => number),
          id,
        );
      }
    });
  });
});

describe('an explanation', () => {
  it('passes every gate exactly if the member may be picked, and first fails the gate of its status', () => {
    always(({ domain }) => {
      for (const { subject } of domain.all()) {
        const gates = explain(subject, domain.moment);
        const failed = gates.find(({ passed }) => !passed);
        const shown = standing(subject, domain.moment);
        same(isEligible(subject, domain.moment), failed === undefined, subject);
        same(shown.status, failed?.status ?? 'queued', subject);
        // What is frozen waits for no instant, though an entry of the register may expire.
        if (failed) same(shown.schedule_time, failed.status === 'frozen' ? null : failed.until, subject);
        for (const gate of gates) {
          same(readsAsPassed(gate), gate.passed, gate);
          if (gate.until !== null) same([gate.passed, gate.until > domain.moment.at], [false, true], gate);
        }
      }
    });
  });
});

/** Gates on which no position depends: calls in flight and hours change without a write to the row. */
const ASKED_BY_PICKS: readonly GateReport['gate'][] = ['no_call_in_flight', 'calling_hours'];

describe('the queue position', () => {
  it('written at the last event or change of settings, determines eligibility at every later instant', () => {
    always(({ domain, model }) => {
      for (const { subject, position } of domain.all()) {
        const gates = explain(subject, domain.moment);
        // The pick itself leaves out frozen lists and contacts in flight. A call from this same list has taken the row
        // out.
        if (gates.some(({ status, passed }) => status === 'frozen' && !passed)) continue;
        const ownCall = subject.facts.in_call !== 0;
        const passes = gates.every(({ gate, passed }) => passed || ASKED_BY_PICKS.includes(gate));
        same(isOpen(position, model.now), passes && !ownCall, { position, subject });
      }
    });
  });

  it('has the same due time as all members that wait for the same midnight', () => {
    always(({ domain }) => {
      for (const { subject, position } of domain.all()) {
        if (position.state !== 'midnight') continue;
        const moment = { ...domain.moment, hours: new Map(), at: instant(position.due - 1) };
        const before = explain(subject, moment);
        const { passed, until } = before.find(({ gate }) => gate === 'daily_cap')!;
        same([passed, until], [false, instant(position.due)], subject);
      }
    });
  });
});
