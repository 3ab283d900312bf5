import { SqlitePersonalKeys } from '../sqlite-personal-keys.js';

/**
 * Makes, shreds and wraps anew keys of a workspace until it is killed:
 * `node keys.child.js <file> <workspace> <run> <secret in hex> …`. Each lane writes a line before its next request:
 * `kept <id> <key in hex>` and `doomed <id> <key in hex>` when they are made, `shredded <id>` for one that was doomed.
 */
const [file, workspace, run, ...secrets] = process.argv.slice(2) as [string, string, string, ...string[]];

const LANES = 16;

const [first, ...others] = secrets.map((secret) => Buffer.from(secret, 'hex'));
const keys = await SqlitePersonalKeys.open({ file, secrets: [first!, ...others] });

const tell = (line: string): void => void process.stdout.write(`${line}\n`);

async function lane(number: number): Promise<never> {
  for (let round = 0; ; round += 1) {
    const subjects = [0, 1, 2].map((index) => `contact:${run}-${number}-${round}-${index}`);
    const made = await keys.ensure(workspace, subjects);
    for (const [index, { id, key }] of made.entries()) {
      tell(`${index === 1 ? 'doomed' : 'kept'} ${id} ${key.toString('hex')}`);
    }
    await keys.shredKeys(workspace, new Map([[subjects[1]!, made[1]!.id]]));
    tell(`shredded ${made[1]!.id}`);
  }
}

async function wrapAnew(): Promise<never> {
  for (;;) await keys.rewrap(workspace);
}

await Promise.all([wrapAnew(), ...Array.from({ length: LANES }, (_, number) => lane(number))]);
