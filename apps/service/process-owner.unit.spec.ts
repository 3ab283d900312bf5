import { isGoneOwner, processOwner, type ProcessTable } from './process-owner.js';

const BEGAN = '812345';

/** A machine on which one process runs, besides the given ones. */
function machine(overrides: Partial<ProcessTable> = {}, running: Readonly<Record<number, string>> = {}): ProcessTable {
  const all: Readonly<Record<number, string>> = { 4711: BEGAN, ...running };
  const look = (pid: number) => (all[pid] === undefined ? ('gone' as const) : { began: all[pid] });
  return { host: 'web-1', pid: 4711, scope: ['boot-1', 'pid:[1]'], look, ...overrides };
}

describe('the owner of a lease', () => {
  const owner = processOwner('id-1', machine());

  it('names its process, and what distinguishes it from a later one with its pid', () => {
    expect(owner).toBe(`web-1 4711 id-1 boot-1 pid:[1] ${BEGAN}`);
  });

  it('is known to have ended when no process has its pid', () => {
    expect(isGoneOwner(owner, machine({ pid: 1, look: () => 'gone' }))).toBe(true);
  });

  it('is known to have ended when a later process has its pid, also the current one', () => {
    expect(isGoneOwner(owner, machine({ pid: 1 }, { 4711: '999999' }))).toBe(true);
    expect(isGoneOwner(owner, machine({}, { 4711: '999999' }))).toBe(true);
  });

  it('has not ended while it runs', () => {
    expect(isGoneOwner(owner, machine({ pid: 1 }))).toBe(false);
    expect(isGoneOwner(owner, machine())).toBe(false);
  });

  it.each<[string, Partial<ProcessTable>]>([
    ['on a machine of another name', { host: 'web-2' }],
    ['of another machine of that name, or before the machine was started', { scope: ['boot-2', 'pid:[1]'] }],
    ['in another container', { scope: ['boot-1', 'pid:[2]'] }],
    ['where the system does not tell machines and containers apart', { scope: undefined }],
    ['where the system hides it', { look: () => 'unknown' }],
  ])('is not taken to have ended %s', (_where, overrides) => {
    const gone = { look: () => 'gone' as const };
    expect(isGoneOwner(owner, machine({ ...gone, ...overrides }))).toBe(false);
    // This alone makes the difference.
    expect(isGoneOwner(owner, machine(gone))).toBe(true);
  });

  it.each(['', 'web-1 4711 id-1', 'web-1 0 id-1 boot-1 pid:[1] 1', 'web-1 -1 id-1 boot-1 pid:[1] 1', 'a b c d e f g'])(
    'is unknown if the name reads %j',
    (text) => {
      expect(isGoneOwner(text, machine({ look: () => 'gone' }))).toBe(false);
    },
  );

  it.each<[string, Partial<ProcessTable>]>([
    ['its machine is not told from others', { scope: undefined }],
    ['its own beginning is hidden', { look: () => 'unknown' }],
  ])('has only its name where %s', (_where, overrides) => {
    const short = processOwner('id-1', machine(overrides));
    expect(short).toBe('web-1 4711 id-1');
    expect(isGoneOwner(short, machine({ look: () => 'gone' }))).toBe(false);
  });
});
