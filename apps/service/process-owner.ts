import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** The operating system's table of processes. */
export interface ProcessTable {
  readonly host: string;
  readonly pid: number;
  /**
   * One word for this boot of the kernel, and one for this pid namespace: within both, a pid and the start time of its
   * process identify one process. Undefined where the system does not tell them.
   */
  readonly scope: readonly [boot: string, namespace: string] | undefined;
  /** A process of this scope: gone, or its start time (one word); 'unknown' where the system does not tell it. */
  look(pid: number): 'gone' | 'unknown' | { readonly began: string };
}

/**
 * The name of this process in leases: `HOST PID ID`, followed by ` BOOT NAMESPACE BEGAN` where the system tells these.
 * @param id of this process among all that ever ran
 * @see docs/adr/0021-workers-take-turns-on-the-log.md
 */
export function processOwner(id: string, table: ProcessTable = systemProcesses): string {
  const { host, pid, scope } = table;
  const self = table.look(pid);
  const known = scope && typeof self === 'object' ? [...scope, self.began] : [];
  return [host, pid, id, ...known].join(' ');
}

/**
 * Whether the process of an owner has certainly ended (docs/adr/0021-workers-take-turns-on-the-log.md). False for
 * processes of another machine, boot or pid namespace, about which this machine knows nothing: two containers may have
 * the same host name and the same pids.
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

/** The processes of this machine; only Linux tells enough about them. */
export const systemProcesses: ProcessTable = { host: hostname(), pid: process.pid, scope: scopeOfSystem(), look };

function scopeOfSystem(): ProcessTable['scope'] {
  try {
    // A /proc of another pid namespace has other processes under the same pids.
    if (readlinkSync('/proc/self') !== String(process.pid)) return undefined;
    return [readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), readlinkSync('/proc/self/ns/pid')];
  } catch {
    return undefined;
  }
}

function look(pid: number): ReturnType<ProcessTable['look']> {
  try {
    // Only a check: no signal is sent.
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'gone';
  }
  try {
    return stateIn(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return 'unknown';
  }
}

/**
 * Of proc_pid_stat(5): fields 3 (state) and 22 (start time, in ticks since the boot). The name before them may contain
 * any character.
 */
function stateIn(stat: string): ReturnType<ProcessTable['look']> {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, began] = [fields[0], fields[19]];
  // Ended, and not yet reaped by its parent.
  if (state === 'Z' || state === 'X') return 'gone';
  return began === undefined ? 'unknown' : { began };
}
