import { messageOf } from '#kernel';
import { type CheckedByProcess, damageIn } from './file-damage.js';

/** Checks the file that is named, and prints as JSON what SQLite finds, or why it cannot check it: see findDamage. */
try {
  process.stdout.write(JSON.stringify({ damage: damageIn(process.argv[2]!) } satisfies CheckedByProcess));
} catch (error) {
  process.stdout.write(JSON.stringify({ refusal: messageOf(error) } satisfies CheckedByProcess));
}
