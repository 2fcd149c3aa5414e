import { z } from 'zod';

/** The answer of a deletion. */
export const deletedAnswerSchema = z.object({ id: z.string(), deleted: z.literal(true) }).meta({ id: 'Deleted' });
