import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { CommanderError } from 'commander';
import { type Console, Refusal } from './console.js';
import { program } from './program.js';

const NO = 1;
const NOT_UNDERSTOOD = 2;

const console: Console = {
  environment: process.env,
  now: () => Date.now(),
  read: async (file) => {
    try {
      return await (file === '-' ? buffer(process.stdin) : readFile(file));
    } catch (error) {
      throw new Refusal(`${file} cannot be read: ${(error as Error).message}.`);
    }
  },
  print: (text) => void process.stdout.write(`${text}\n`),
  fail: () => void (process.exitCode = NO),
};

try {
  await program(console).parseAsync();
} catch (error) {
  // Commander has said what there is to say; help that was asked for is no error.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : NOT_UNDERSTOOD;
  else if (error instanceof Refusal) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = NOT_UNDERSTOOD;
  } else throw error;
}
