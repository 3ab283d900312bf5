import { IdleConnections, type Keepable } from './idle-connections.js';

let now = 1_000;
const clock = { now: () => now };
const closed: string[] = [];
beforeEach(() => void closed.splice(0));

class Connection implements Keepable {
  readonly since = now;
  reusable = true;

  constructor(
    readonly name: string,
    readonly origin = 'https://one.test',
  ) {}

  close(): void {
    closed.push(this.name);
  }
}

describe('idle connections', () => {
  let idle: IdleConnections<Connection>;
  beforeEach(() => (idle = new IdleConnections(clock)));

  it('are 256 at most: one more closes the one that has been idle for longest', () => {
    for (let n = 1; n <= 256; n += 1) idle.put(new Connection(`${n}`, `https://${n}.test`));
    expect([idle.size, closed]).toEqual([256, []]);
    idle.put(idle.take('https://1.test')!);
    idle.put(new Connection('one more'));
    expect([idle.size, closed]).toEqual([256, ['2']]);
  });

  it('are reused for their origin, once', () => {
    idle.put(new Connection('one'));
    expect(idle.take('https://two.test')).toBeUndefined();
    expect(idle.take('https://one.test')?.name).toBe('one');
    expect(idle.take('https://one.test')).toBeUndefined();
    expect(closed).toEqual([]);
  });

  it('that cannot be used again are closed rather than kept', () => {
    const ended = new Connection('ended');
    ended.reusable = false;
    idle.put(ended);
    expect([idle.size, closed]).toEqual([0, ['ended']]);
  });

  it('that end meanwhile are forgotten', () => {
    const [ends, stays] = [new Connection('ends'), new Connection('stays')];
    idle.put(ends);
    idle.put(stays);
    ends.reusable = false;
    expect(idle.take('https://one.test')).toBe(stays);
    expect(idle.size).toBe(0);
  });

  it('are closed at the age of a minute, in use or idle', () => {
    const [young, idling, busy] = [new Connection('young'), new Connection('idling'), new Connection('busy')];
    idle.put(young);
    now += 59_999;
    expect(idle.take('https://one.test')).toBe(young);
    idle.put(idling);
    now += 1;
    idle.put(busy);
    expect(closed).toEqual(['busy']);
    expect(idle.take('https://one.test')).toBeUndefined();
    expect([idle.size, closed]).toEqual([0, ['busy', 'idling']]);
  });

  it('are all closed when the sender closes', () => {
    idle.put(new Connection('a'));
    idle.put(new Connection('b'));
    idle.close();
    expect([idle.size, closed]).toEqual([0, ['a', 'b']]);
  });
});
