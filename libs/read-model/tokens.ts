/** Nest's token for the ReadModel that queries read. */
export const READ_MODEL = Symbol('READ_MODEL');

/** Nest's token for the PageReader that queries read pages with. */
export const PAGE_READER = Symbol('PAGE_READER');

/** Nest's token for the Progress of that read model. */
export const PROGRESS = Symbol('PROGRESS');

/** Nest's token for the RowChanges of that read model. */
export const ROW_CHANGES = Symbol('ROW_CHANGES');

/** Nest's token for the ReadModelCacheWriter: writes beside the log. */
export const READ_MODEL_CACHE_WRITER = Symbol('READ_MODEL_CACHE_WRITER');

/** Nest's token for the RowsLag of that read model. */
export const ROWS_LAG = Symbol('ROWS_LAG');
