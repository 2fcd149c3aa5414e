import { z } from 'zod';

/** Schema of the path parameters of an operation on one resource. A text that is not an id is answered like an unknown id: 404. */
export const pathIdSchema = z.strictObject({ id: z.string().max(64) });
