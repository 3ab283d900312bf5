import { readArguments } from './arguments.js';

describe('the arguments of npm run past-answers', () => {
  it('are 1,000,000 events with 200 GETs at 50 instants on the embedded pair, unless others are given', () => {
    expect(readArguments(['--seed', '7'])).toEqual({
      events: 1_000_000,
      instants: 50,
      gets: 200,
      seed: 7,
      kills: 4,
      pair: 'embedded',
      dir: undefined,
    });
    const given = '--events 9 --instants 1 --gets 2 --seed 0 --kills 3 --pair distributed --dir there';
    expect(readArguments(given.split(' '))).toEqual({
      events: 9,
      instants: 1,
      gets: 2,
      seed: 0,
      kills: 3,
      pair: 'distributed',
      dir: 'there',
    });
  });

  it.each([
    ['--events 0', /--events: a whole number from 1 to/],
    ['--instants many', /--instants: a whole number/],
    ['--gets 1.5', /--gets: a whole number/],
    ['--pair both', /--pair: embedded or distributed, not both/],
    ['--colour', /Unknown option '--colour'/],
  ])('are refused: %s', (given, sentence) => {
    expect(() => readArguments(given.split(' '))).toThrow(sentence);
  });
});
