import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** What the operating system says of processes. */
export interface ProcessTable {
  readonly host: string;
  readonly pid: number;
  /**
   * One word for this boot of the kernel, and one for this pid namespace: within both, a pid and the time at which its
   * process began name one process. Undefined where the system does not say.
   */
  readonly scope: readonly [boot: string, namespace: string] | undefined;
  /** A process of this scope: gone, or when it began (one word); 'unknown' where the system does not say. */
  look(pid: number): 'gone' | 'unknown' | { readonly began: string };
}

/**
 * Names this process in leases: `HOST PID ID`, and where the system says it, ` BOOT NAMESPACE BEGAN` behind it.
 * @param id of this process among all that ever ran.
 * @see docs/adr/0021-workers-take-turns-on-the-log.md
 */
export function processOwner(id: string, table: ProcessTable = systemProcesses): string {
  const { host, pid, scope } = table;
  const self = table.look(pid);
  const known = scope && typeof self === 'object' ? [...scope, self.began] : [];
  return [host, pid, id, ...known].join(' ');
}

/**
 * Whether the process that an owner names has certainly ended (docs/adr/0021-workers-take-turns-on-the-log.md). False
 * for processes of another machine, boot or pid namespace, of which nothing can be known from here: two containers may
 * have one host name and the same pids.
 */
export function isGoneOwner(owner: string, table: ProcessTable = systemProcesses): boolean {
  const [host, pid, , boot, namespace, began, ...more] = owner.split(' ');
  if (began === undefined || more.length > 0 || !table.scope) return false;
  const [ownBoot, ownNamespace] = table.scope;
  if (host !== table.host || boot !== ownBoot || namespace !== ownNamespace) return false;
  // Zero and below are groups of processes.
  if (!/^[1-9]\d*$/.test(pid!)) return false;
  const found = table.look(Number(pid));
  // Another process has the pid now.
  return found === 'gone' || (found !== 'unknown' && found.began !== began);
}

/** Those of this machine; only Linux says enough of them. */
export const systemProcesses: ProcessTable = { host: hostname(), pid: process.pid, scope: scopeOfSystem(), look };

function scopeOfSystem(): ProcessTable['scope'] {
  try {
    // A /proc of another pid namespace names other processes by the same pids.
    if (readlinkSync('/proc/self') !== String(process.pid)) return undefined;
    return [readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), readlinkSync('/proc/self/ns/pid')];
  } catch {
    return undefined;
  }
}

function look(pid: number): ReturnType<ProcessTable['look']> {
  try {
    // Asks only: no signal is sent.
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: another user's process is a process.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'gone';
  }
  try {
    return stateIn(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return 'unknown';
  }
}

/**
 * Of proc_pid_stat(5): fields 3 (state) and 22 (start time, in ticks since the boot). The name before them may hold
 * anything.
 */
function stateIn(stat: string): ReturnType<ProcessTable['look']> {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, began] = [fields[0], fields[19]];
  // Ended, and not yet reaped by its parent.
  if (state === 'Z' || state === 'X') return 'gone';
  return began === undefined ? 'unknown' : { began };
}
