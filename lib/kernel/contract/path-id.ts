import { z } from 'zod';

/** The parameters of a path that names one resource. A text that is no id is answered like an unknown id: 404. */
export const pathId = z.strictObject({ id: z.string().max(64) });
