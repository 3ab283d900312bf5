/** Nest's token for the CommandDecider of this process. */
export const COMMAND_DECIDER = Symbol('COMMAND_DECIDER');
