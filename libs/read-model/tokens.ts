/** Nest's token for the ReadModel that queries read. */
export const READ_MODEL = Symbol('READ_MODEL');

/** Nest's token for the Progress of that read model. */
export const PROGRESS = Symbol('PROGRESS');

/** Nest's token for the ReadModelAside: what is written beside the log. */
export const READ_MODEL_ASIDE = Symbol('READ_MODEL_ASIDE');
