import { setMaxListeners } from 'node:events';
import performanceHooks, { createHistogram, type IntervalHistogram, PerformanceObserver } from 'node:perf_hooks';

/**
 * Keeps Node from referring to a world for ever: worlds that have ended would stay in memory, 5 MB each. The returned
 * function undoes it.
 *
 * - `AbortSignal.any`: Node keeps a composite signal with listeners until it aborts, and signals of killed processes
 *   never abort. Here its sources alone refer to it.
 * - `PerformanceObserver`: the default metrics of a process observe the garbage collector and never cease. Here they do
 *   not begin.
 * - `monitorEventLoopDelay`: the default metrics measure the event loop by a timer that Node plays every 10 ms until a
 *   full garbage collection finds it. Worlds start processes by the hundred between two of those. Here nothing is
 *   measured.
 */
export function withoutGlobalReferences(): () => void {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- put back as it was
  const { any } = AbortSignal;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- put back as it was
  const { observe } = PerformanceObserver.prototype;
  const { monitorEventLoopDelay } = performanceHooks;
  AbortSignal.any = anyOf;
  PerformanceObserver.prototype.observe = () => undefined;
  performanceHooks.monitorEventLoopDelay = unmeasuredDelay;
  return () => {
    AbortSignal.any = any;
    PerformanceObserver.prototype.observe = observe;
    performanceHooks.monitorEventLoopDelay = monitorEventLoopDelay;
  };
}

/** A histogram that stays empty. One for all processes: Node takes a third of a millisecond to make one. */
const EMPTY: IntervalHistogram = Object.assign(createHistogram(), { enable: () => false, disable: () => false });

function unmeasuredDelay(): IntervalHistogram {
  return EMPTY;
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
