import { connectionsWithin, defaultMaxConnections } from './max-connections.js';

describe('the number of accepted connections', () => {
  const limits = (soft: string): string =>
    `Limit                     Soft Limit           Hard Limit           Units     \n` +
    `Max open files            ${soft.padEnd(20)} 524288               files     \n`;

  it.each([
    ['1024', 512],
    ['4096', 3_584],
    ['256', 128],
    ['1048576', 10_000],
    ['unlimited', 10_000],
  ])('with %s descriptors: %i', (soft, expected) => {
    expect(connectionsWithin(limits(soft))).toBe(expected);
  });

  it('a documented number where the system does not report its limit', () => {
    expect(connectionsWithin('')).toBe(1_000);
    expect(defaultMaxConnections()).toBeGreaterThan(0);
  });
});
