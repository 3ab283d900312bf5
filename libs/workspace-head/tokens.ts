/** Nest's token for the CommandDecider of this process. */
export const COMMAND_DECIDER = Symbol('COMMAND_DECIDER');

/** Nest's token for the DurableEvents of this process. */
export const DURABLE_EVENTS = Symbol('DURABLE_EVENTS');
