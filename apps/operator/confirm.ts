import { type Console, Refusal } from './console.js';

/**
 * Has a text typed at the terminal before something is done that cannot be undone.
 * @param option that stands for the typed text where there is no terminal
 * @throws Refusal another text was typed, or there is no terminal to ask on
 */
export async function confirm(console: Console, question: string, expected: string, option: string): Promise<void> {
  const typed = await console.ask(`${question} `);
  if (typed === undefined) throw new Refusal(`There is no terminal to ask on: give ${option} to confirm it.`);
  if (typed.trim() !== expected.trim()) throw new Refusal('That is another text: nothing was changed.');
}
