/** Tokens under which an app provides the kernel's ports for injection: Clock, IdSource, Timers. */
export const CLOCK = Symbol('CLOCK');
export const ID_SOURCE = Symbol('ID_SOURCE');
export const TIMERS = Symbol('TIMERS');
