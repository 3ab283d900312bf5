import { ParseUUIDPipe } from '@nestjs/common';
import { notFound } from './problem.js';

/** An id of a path: one that is no UUID is answered like an unknown one. */
export const ID = new ParseUUIDPipe({ exceptionFactory: () => notFound('resource') });
