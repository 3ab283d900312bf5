import { IsIn } from 'class-validator';
import { Environment, Problem, Variable, type Variables, wholeNumber } from '../environment.js';

/** OTLP over gRPC would take a client of its own. */
const PROTOCOLS = ['http/protobuf', 'http/json'] as const;
type Protocol = (typeof PROTOCOLS)[number];
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [name, `parentbased_${name}`]);

/** Whether traces are sent. Where to, OpenTelemetry reads from the environment itself. */
class TracingSwitch {
  /** Undefined: nothing is traced. */
  @Variable('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint) readonly endpoint: string | undefined;
  @Variable('OTEL_SDK_DISABLED', (text) => text.toLowerCase() === 'true') readonly disabled: boolean = false;
}

/** Which traces are sent, and how. */
export class TracingSettings {
  @Variable('OTEL_EXPORTER_OTLP_PROTOCOL', protocol) readonly protocol: Protocol = 'http/protobuf';
  @Variable('OTEL_TRACES_SAMPLER')
  @IsIn(SAMPLERS, { message: 'must be one of $constraint1' })
  readonly sampler: string = 'parentbased_always_on';

  @Variable('OTEL_TRACES_SAMPLER_ARG', ratio) readonly ratio: number = 1;
  /** Milliseconds between two batches. */
  @Variable('OTEL_BSP_SCHEDULE_DELAY', wholeNumber(1, 3_600_000)) readonly delayMs: number = 5_000;
}

/**
 * Reads the variables of traces; mistakes in them go to `environment`.
 * @returns undefined: nothing is traced. Values that this service does not know are not refused then
 */
export function readTracing(environment: Environment, variables: Variables): TracingSettings | undefined {
  const { endpoint, disabled } = environment.read(TracingSwitch);
  const own = new Environment(variables);
  const settings = own.read(TracingSettings);
  if (endpoint === undefined || disabled) return undefined;
  environment.problems.push(...own.problems);
  return settings;
}

function endpoint(text: string): string | Problem {
  const isUrl = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  return isUrl ? text : new Problem('must be a URL such as http://localhost:4318');
}

function protocol(text: string): Protocol | Problem {
  return PROTOCOLS.find((each) => each === text) ?? new Problem(`must be ${PROTOCOLS.join(' or ')}`);
}

function ratio(text: string): number | Problem {
  const isRatio = /^(?:0(?:\.[0-9]+)?|1(?:\.0+)?)$/.test(text);
  return isRatio ? Number(text) : new Problem('must be a number from 0 to 1');
}
