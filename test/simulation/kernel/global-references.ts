import { setMaxListeners } from 'node:events';
import { PerformanceObserver } from 'node:perf_hooks';

/**
 * Keeps Node from referring to a world for ever: worlds that have ended would stay in memory, 5 MB each. The returned
 * function undoes it.
 *
 * - `AbortSignal.any`: Node keeps a composite signal with listeners until it aborts, and signals of killed processes
 *   never abort. Here its sources alone refer to it.
 * - `PerformanceObserver`: the default metrics of a process observe the garbage collector and never cease. Here they do
 *   not begin.
 */
export function withoutGlobalReferences(): () => void {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- put back as it was
  const { any } = AbortSignal;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- put back as it was
  const { observe } = PerformanceObserver.prototype;
  AbortSignal.any = anyOf;
  PerformanceObserver.prototype.observe = () => undefined;
  return () => {
    AbortSignal.any = any;
    PerformanceObserver.prototype.observe = observe;
  };
}

function anyOf(sources: readonly AbortSignal[]): AbortSignal {
  const composite = new AbortController();
  for (const source of sources) {
    const abort = (): void => composite.abort(source.reason);
    setMaxListeners(0, source);
    if (source.aborted) abort();
    else source.addEventListener('abort', abort, { once: true });
  }
  return composite.signal;
}
