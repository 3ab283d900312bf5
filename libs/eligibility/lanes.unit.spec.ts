import { allClocks, MAX_CLOCKS } from './lanes.js';

it('refuses to go by the clocks of rows where there may be more than were read', () => {
  const clocks = Array.from({ length: MAX_CLOCKS }, (_, n) => `clock/${n}`);
  expect(allClocks(clocks.slice(1))).toEqual(clocks.slice(1));
  expect(() => allClocks(clocks)).toThrow(expect.objectContaining({ code: 'unavailable' }));
});
