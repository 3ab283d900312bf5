import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const EVERY_MS = 10_000;

/**
 * The service, whose main thread collects its garbage in full every ten seconds: its memory is what it holds. V8 else
 * lets the heap grow to a multiple of that before it does.
 */
setFlagsFromString('--expose-gc');
setInterval(runInNewContext('gc') as () => void, EVERY_MS).unref();
await import('../../apps/service/main.js');
