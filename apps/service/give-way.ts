import { constants, setPriority } from 'node:os';

/**
 * Gives every other thread of the machine the right of way over the calling one. On Linux a priority is that of a
 * thread; elsewhere it would be that of the whole process, and stays.
 */
export function giveWay(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
}
