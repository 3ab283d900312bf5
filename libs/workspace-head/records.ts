/**
 * The type of the event that carries the answer of a write that changed nothing, so that a retry finds it
 * (docs/reference/consistency.md#metadata).
 */
export const COMMAND_RECORDED = 'CommandRecorded';
