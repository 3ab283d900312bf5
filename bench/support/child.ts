import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Runs a module of the benchmarks in a process of its own, sends it one message and resolves to its first answer. The
 * process runs until `end` (a server) or ends by itself (a load).
 */
export async function runChild<Message extends object, Answer>(
  module: string,
  message: Message,
): Promise<{ readonly answer: Answer; end(): Promise<void> }> {
  const child = fork(fileURLToPath(new URL(module, import.meta.url)), { serialization: 'advanced' });
  const abandon = (): void => void child.kill('SIGKILL');
  process.once('exit', abandon);
  const exit = once(child, 'exit').then(() => void process.off('exit', abandon));
  const failed = exit.then((): never => {
    throw new Error(`${module} ended with ${child.exitCode ?? child.signalCode} before it answered`);
  });
  child.send(message);
  const [answer] = (await Promise.race([once(child, 'message'), failed])) as [Answer];
  failed.catch(() => undefined);
  return {
    answer,
    end: async () => {
      child.kill('SIGTERM');
      await exit;
    },
  };
}
