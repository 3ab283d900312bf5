import type { Projection } from '#kernel';
import { importRefusalsProjection } from './import-refusals.projection.js';
import { importsProjection } from './imports.projection.js';

/** Every projection of this slice. */
export const IMPORT_PROJECTIONS: readonly Projection[] = [importsProjection, importRefusalsProjection];
