import { z } from 'zod';

/** The key at which a page of the table ended, as it is kept between two pages. All attributes of keys are texts. */
export const pageKey = z.record(z.string(), z.string());
