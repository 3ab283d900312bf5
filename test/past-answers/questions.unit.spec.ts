import { ROUTES } from '../e2e/matrices/routes.js';
import { NOT_OF_A_PAST, QUESTIONS } from './questions.js';

describe('the questions', () => {
  it('are of every GET that a past answers', () => {
    const gets = Object.keys(ROUTES).filter((route) => route.startsWith('GET '));
    expect([...Object.keys(QUESTIONS), ...NOT_OF_A_PAST].sort()).toEqual(gets.sort());
  });
});
