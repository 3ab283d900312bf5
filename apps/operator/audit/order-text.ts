import type { CallOrder, OrderedContact, Place } from '../past.js';

/** Who comes first, the rule that says so, and where both contacts stood. */
export function orderInWords(order: CallOrder): readonly string[] {
  const [a, b] = order.contacts;
  return [verdict(order), reason(order), ...[a, b].flatMap(placesInWords)];
}

function verdict({ first, contacts: [a, b], at }: CallOrder): string {
  if (first === null) return `Neither may be called at ${at}.`;
  if (first === a.contact_id) return `Yes: ${a.contact_id} comes before ${b.contact_id} at ${at}.`;
  return `No: ${b.contact_id} comes before ${a.contact_id} at ${at}.`;
}

function reason({ first, rule, contacts: [a, b] }: CallOrder): string {
  const [winner, loser] = first === b.contact_id ? [b, a] : [a, b];
  const [before, after] = [winner.places[0], loser.places[0]];
  const { tier, cursor } = before;
  switch (rule) {
    case 'gate':
      return `  gate: ${[winner, loser].flatMap(barred).join('; ')}`;
    case 'callback':
      return `  callback: ${promised(winner)}; ${promised(loser)}`;
    case 'tier':
      return `  tier: ${tier} is drained before ${after.tier}`;
    case 'lane':
      return `  lane: ${inTurn(before)}; ${inTurn(after)}`;
    case 'cursor':
      return `  cursor: that of tier ${tier} stands at ${cursor}; ${before.number} is above it, ${after.number} is not`;
    case 'number': {
      const side = before.number > cursor ? 'above' : 'not above';
      const both = `both are ${side} the cursor ${cursor} of tier ${tier}`;
      return `  number: ${before.number} is smaller than ${after.number}; ${both}`;
    }
    default:
      return rule satisfies never;
  }
}

/** When a lane was dialed last. */
function inTurn({ tier, lane, turn }: Place): string {
  const when = turn < 0 ? 'was never dialed' : `was dialed last at revision ${turn}`;
  return `${lane === null ? 'the plain lane' : `lane ${lane}`} of tier ${tier} ${when}`;
}

function barred({ contact_id, places: [place] }: OrderedContact): readonly string[] {
  if (place.gate) return [`${contact_id} fails ${gateInWords(place.gate)}`];
  return place.callback_from === null ? [] : [promised({ contact_id, places: [place] })];
}

/** Since when, or from when on, a request that names no agent may take a callback. */
function promised({ contact_id, places: [{ callback_from }] }: OrderedContact): string {
  return callback_from === null
    ? `${contact_id} has no callback`
    : `the callback of ${contact_id} is for any agent from ${callback_from} on`;
}

function placesInWords({ contact_id, places }: OrderedContact): readonly string[] {
  return [contact_id, ...places.map((place) => `  ${placeInWords(place)}`)];
}

function placeInWords({ smart_list_id, name, tier, lane, number, cursor, gate, callback_from }: Place): string {
  const where = smart_list_id === null ? 'without a list' : `list ${JSON.stringify(name)} (${smart_list_id})`;
  const callback = callback_from === null ? '' : `, by its callback for any agent from ${callback_from} on`;
  const may = gate ? `fails ${gateInWords(gate)}` : `may be called${callback}`;
  const inLane = lane === null ? '' : `, lane ${lane}`;
  return `${where}, tier ${tier}${inLane}, number ${number}, cursor ${cursor}: ${may}`;
}

function gateInWords({ gate, value, threshold, until }: NonNullable<Place['gate']>): string {
  const [is, limit] = [value, threshold].map((side) => JSON.stringify(side));
  return `${gate} (value ${is}, threshold ${limit}${until === null ? '' : `, until ${until}`})`;
}
