import { AT_ONCE, AT_ONCE_A_HOST, type Experience, HostSlots, type Slot } from './host-slots.js';

const soon = { answered: true, durationMs: 1_000 };
const late = { answered: true, durationMs: 1_001 };
const never = { answered: false, durationMs: 20 };

describe('places for attempts', () => {
  let slots: HostSlots;
  beforeEach(() => (slots = new HostSlots()));

  /** Takes all that there are for a host. */
  function takeAll(host: string): Slot[] {
    const taken: Slot[] = [];
    while (slots.hasRoom(host)) taken.push(slots.take(host));
    return taken;
  }
  const lived = (host: string, ...experiences: Experience[]) =>
    experiences.forEach((experience) => slots.take(host).giveBack(experience));

  it('to a host are one until it answers; then all eight, or one more with each late answer', () => {
    expect(takeAll('new')).toHaveLength(1);
    lived('quick', soon);
    expect(takeAll('quick')).toHaveLength(AT_ONCE_A_HOST);
    lived('late', late, late);
    expect(takeAll('late')).toHaveLength(3);
    lived('later', ...Array<Experience>(20).fill(late));
    expect(takeAll('later')).toHaveLength(AT_ONCE_A_HOST);
    lived('dead', soon, late, never);
    expect(takeAll('dead')).toHaveLength(1);
    lived('unknown', soon, undefined);
    expect(takeAll('unknown')).toHaveLength(AT_ONCE_A_HOST);
  });

  it('are 64 in all, of which 16 are for hosts that answer soon', () => {
    for (let n = 0; n < 100; n += 1) takeAll(`new ${n}`);
    expect(slots.taken).toBe(48);
    const good = ['a', 'b', 'c'];
    // There is no room to learn of them now.
    slots = new HostSlots();
    good.forEach((host) => lived(host, soon));
    for (let n = 0; n < 100; n += 1) takeAll(`new ${n}`);
    good.forEach(takeAll);
    expect(slots.taken).toBe(AT_ONCE);
    expect(slots.hasRoom('a')).toBe(false);
  });

  it('come back to where they were taken from, whatever was learnt meanwhile', () => {
    for (let rounds = 0; rounds < 3; rounds += 1) {
      const taken = Array.from({ length: 100 }, (_, n) => takeAll(`host ${n}`)).flat();
      taken.forEach((slot, n) => slot.giveBack(n % 2 ? soon : never));
      expect(slots.taken).toBe(0);
    }
    for (let n = 0; n < 100; n += 1) takeAll(`fresh ${n}`);
    expect(slots.taken).toBe(48);
  });

  it('remember a bounded number of hosts, none of those that are sent to among the forgotten', () => {
    lived('a', soon);
    const held = takeAll('a');
    lived('b', soon);
    for (let n = 0; n < 10_001; n += 1) lived(`host ${n}`, soon);
    expect(takeAll('a')).toHaveLength(0);
    expect(takeAll('b')).toHaveLength(1);
    expect(held).toHaveLength(AT_ONCE_A_HOST);
  });
});
