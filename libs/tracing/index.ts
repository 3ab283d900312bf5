export { openOtlpTracing, type OtlpOptions, type OtlpTracing } from './otlp-tracing.js';
