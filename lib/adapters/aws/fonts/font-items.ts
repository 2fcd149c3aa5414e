import { z } from 'zod';
import { FONT_FORMATS, FONT_STYLES, type StoredFont } from '#features/fonts/public.ts';
import { createItemCodec } from '../table/item.ts';

/** Stored form of a custom font. Its item also counts the uses by templates (`font-uses.ts`). */
export const fontCodec = createItemCodec<StoredFont>('font').of(
  z.object({
    id: z.string(),
    account_id: z.string(),
    family: z.string(),
    weight: z.int(),
    style: z.enum(FONT_STYLES),
    glyphs: z.int(),
    scripts: z.array(z.string()),
    format: z.enum(FONT_FORMATS),
    key: z.string(),
    sha256: z.string(),
    size_bytes: z.int(),
    created_at: z.string(),
  }),
);
