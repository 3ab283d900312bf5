import { ReadBounds } from './read-bounds.js';

describe('the bounds of the reads of a decision', () => {
  it('cover twice as long a time whenever the decision outlasts them', () => {
    const bounds = new ReadBounds();
    expect([0, 50, 51, 151, 152, 352].map((t) => bounds.upTo(t))).toEqual([50, 50, 151, 151, 352, 352]);
  });

  it('keep the instant of the first run, so that a later run asks for the same rows', () => {
    const bounds = new ReadBounds();
    expect([5, 6, 9, 4, 7].map((t) => bounds.begin(t))).toEqual([5, 5, 5, 4, 4]);
  });

  it('begin a lane where the decision first read it, unless that is behind what it asks for now', () => {
    const bounds = new ReadBounds();
    expect([bounds.start('high |', 7), bounds.start('high |', 9), bounds.start('low |', 9)]).toEqual([7, 7, 9]);
    expect([bounds.start('high |', 5), bounds.start('high |', 6), bounds.start('high |', 8)]).toEqual([5, 5, 7]);
  });
});
