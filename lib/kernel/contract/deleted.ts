import { z } from 'zod';

/** The answer of a deletion. */
export const deletedAnswer = z.object({ id: z.string(), deleted: z.literal(true) }).meta({ id: 'Deleted' });
