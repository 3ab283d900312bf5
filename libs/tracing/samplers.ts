import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';

const ROOTS: Readonly<Record<string, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
};

/**
 * The sampler of a name of OTEL_TRACES_SAMPLER. With `parentbased_` in front the caller's flag decides, and the rest
 * decides on traces that begin here.
 * @param ratio OTEL_TRACES_SAMPLER_ARG, from 0 to 1
 */
export function samplerOf(name: string, ratio: number): Sampler {
  const [, parentBased, root] = /^(parentbased_)?(.+)$/.exec(name)!;
  const sampler = ROOTS[root!]!(ratio);
  return parentBased === undefined ? sampler : new ParentBasedSampler({ root: sampler });
}
