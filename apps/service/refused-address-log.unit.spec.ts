import { RefusedAddressLog } from './refused-address-log.js';

it('a refused address is logged for the operator, once a minute for each of at most a hundred hosts', () => {
  const lines: object[] = [];
  let now = 0;
  const log = new RefusedAddressLog({ warn: (line: object) => void lines.push(line) }, () => now);
  const inside = { host: 'inside.test', address: '10.1.2.3', reason: 'private' };
  log.note(inside);
  log.note(inside);
  expect(lines).toEqual([inside]);
  now = 60_000;
  log.note(inside);
  expect(lines).toEqual([inside, inside]);
  for (let n = 0; n < 200; n += 1) log.note({ ...inside, host: `${n}.test` });
  expect(lines).toHaveLength(101);
});
