import type { Random } from '../world.js';

const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/**
 * What clocks show when worlds begin, on a Monday, in quarters of an hour: in UTC, New York, Honolulu, Kathmandu,
 * Yangon and Jakarta.
 */
const BEGINNINGS = [68, 48, 28, 91, 94, 96];

/** Prefixes of numbers in New York, Honolulu, London, in the three zones of Indonesia, and in more than four. */
const PREFIXES = ['+1202555', '+1808555', '+44207946', '+6280555', '+1800555'];

/** A number in one of several zones. */
export const dialedPhone = (n: number): string => `${PREFIXES[n % PREFIXES.length]}${1_000 + n}`;

/**
 * Calling hours that are open most of the time, or only about when worlds begin: most of them open or close within two
 * hours.
 */
export const hoursOf = (random: Random) => {
  const from = random.pick(BEGINNINGS) + random.below(6) - 1;
  const to = from + 1 + random.below(3);
  const isShort = random.chance(0.2);
  const days = random.chance(0.8) ? WEEK : WEEK.filter((day) => day === 'mon' || random.chance(0.6));
  const interval = isShort ? { from: timeOf(from), to: timeOf(to) } : { from: timeOf(to), to: timeOf(from) };
  return {
    // Few, so that some are taken.
    name: `hours ${random.below(20)}`,
    zone: random.pick(['contact', 'contact', 'contact', 'contact', 'workspace', 'Asia/Yangon']),
    intervals: random.chance(0.2) ? [{ days, from: '00:00', to: '24:00' }] : [{ days, ...interval }],
    closed_dates: random.chance(0.1) ? ['2031-03-04'] : [],
  };
};

/** The time of a quarter of an hour of the day. */
function timeOf(quarter: number): string {
  const [hours, quarters] = [Math.floor(quarter / 4) % 24, quarter % 4];
  return `${String(hours).padStart(2, '0')}:${String(quarters * 15).padStart(2, '0')}`;
}
