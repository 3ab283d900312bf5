import { parseTraceparent } from './tracing.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const STEP = '00f067aa0ba902b7';

it.each([
  ['sampled', `00-${TRACE}-${STEP}-01`, 1],
  ['not sampled', `00-${TRACE}-${STEP}-00`, 0],
  ['further flags', `00-${TRACE}-${STEP}-ff`, 255],
  ['a later version', `01-${TRACE}-${STEP}-01`, 1],
  ['a later version with more', `cc-${TRACE}-${STEP}-01-what-the-future-brings`, 1],
])('a traceparent is read: %s', (_case, text, flags) => {
  expect(parseTraceparent(text)).toEqual({ traceId: TRACE, spanId: STEP, flags });
});

it.each([
  ['none', undefined],
  ['no text', 1],
  ['empty', ''],
  ['capital letters', `00-${TRACE.toUpperCase()}-${STEP}-01`],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${STEP}-01`],
  ['a step of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['a trace that is too short', `00-${TRACE.slice(1)}-${STEP}-01`],
  ['more than version 00 has', `00-${TRACE}-${STEP}-01-more`],
  ['a later version with more and no hyphen', `01-${TRACE}-${STEP}-01more`],
  ['the version that is none', `ff-${TRACE}-${STEP}-01`],
  ['two in one', `00-${TRACE}-${STEP}-01, 00-${TRACE}-${STEP}-01`],
  ['a line feed behind it', `00-${TRACE}-${STEP}-01\n`],
  ['a line feed in a later version', `01-${TRACE}-${STEP}-01\n`],
  ['no hexadecimal digits', `00-${TRACE.replace('f', 'g')}-${STEP}-01`],
])('a traceparent is malformed: %s', (_case, text) => {
  expect(parseTraceparent(text)).toBeUndefined();
});
