import { z } from 'zod';

/** The parameters of a path that names one resource. An id that is none is answered as one that is not found. */
export const pathId = z.strictObject({ id: z.string().max(64) });
