import { z } from 'zod';

/** Schema of the last key of a page of the table, as a position contains it. All attributes of keys are texts. */
export const pageKeySchema = z.record(z.string(), z.string());
