import { z } from 'zod';
import { type CustomTemplate, storedLookSchema, templateFieldSourceSchema } from '#features/templates/public.ts';
import { createItemCodec } from '../table/item.ts';

/** Stored form of a custom template. Its item also counts the timelines that use it (`template-uses.ts`). */
export const customTemplateCodec = createItemCodec<CustomTemplate>('own_template').of(
  z.object({
    id: z.string(),
    account_id: z.string(),
    name: z.string(),
    ...storedLookSchema.shape,
    slide_numbers: z.boolean().optional(),
    footer: z.string().optional(),
    sources: z.array(templateFieldSourceSchema).optional(),
    version: z.int().min(1),
    created_at: z.string(),
    updated_at: z.string(),
  }),
);

/** Stored form of the record that names the template made from the theme of a deck. */
export const deckBrandTemplateRefCodec = createItemCodec<{ template_id: string }>('brand').of(
  z.object({ template_id: z.string() }),
);
