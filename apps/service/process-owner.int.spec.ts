import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { isGoneOwner, processOwner, systemProcesses } from './process-owner.js';

const MODULE = new URL('./process-owner.js', import.meta.url).href;
const PROGRAM = `
  const { processOwner } = await import('${MODULE}');
  console.log(processOwner('child'));
  process.stdin.resume();
`;

// On other systems nothing is known about processes: see the unit spec.
const describeOnLinux = process.platform === 'linux' ? describe : describe.skip;

describeOnLinux('the owner of a lease, on this machine', () => {
  let child: ChildProcess;
  afterEach(() => void child?.kill('SIGKILL'));

  it('has ended once its process was killed, and not before', async () => {
    const { NODE_OPTIONS: _jest, ...env } = process.env;
    const args = ['--input-type=module', '--eval', PROGRAM];
    child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    const [owner] = (await once(createInterface(child.stdout!), 'line')) as [string];
    expect(owner.split(' ').slice(0, 3)).toEqual([systemProcesses.host, String(child.pid), 'child']);
    expect(isGoneOwner(owner)).toBe(false);
    child.kill('SIGKILL');
    await ended;
    expect(isGoneOwner(owner)).toBe(true);
  });

  it('has not ended while it is this process, and has once another one has its pid', () => {
    const owner = processOwner('self');
    expect(isGoneOwner(owner)).toBe(false);
    const earlier = owner.replace(/\d+$/, (ticks) => String(Number(ticks) - 1));
    expect(isGoneOwner(earlier)).toBe(true);
  });
});
