import { z } from 'zod';
import type { PlanLimits } from '#features/accounts/public.ts';
import type { PreparedIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import type { Tombstone, TombstoneChange } from '#platform/erasure/public.ts';
import { FONT_FORMATS, FONT_STYLES, type FontFacts, type StoredFont } from './font.ts';

/** Schema of the facts that the decoder reports about a font. */
export const fontFactsSchema = z.strictObject({
  family: z.string().min(1).max(100),
  weight: z.int().min(1).max(1000),
  style: z.enum(FONT_STYLES),
  glyphs: z.int().min(1).max(65_535),
  /** Codes of ISO 15924, such as `Latn`. */
  scripts: z.array(z.string().length(4)).max(400),
  format: z.enum(FONT_FORMATS),
} satisfies Record<keyof FontFacts, z.ZodType>);

/**
 * Makes a safe TrueType or OpenType font from a client's file, in the isolated decoder: every table is written again, and every glyph is
 * drawn once as a check.
 * @throws ServiceError `font_invalid`, `font_restricted`; `unavailable` when the deadline of the request has passed
 */
export type MakeSafeFont = (bytes: Uint8Array, accountId: string) => Promise<FontFacts & { bytes: Uint8Array }>;

/** Store of custom fonts. */
export interface CustomFontStore {
  /**
   * Inserts a font, and counts it and its bytes.
   * @param tombstones the tombstone of the font's file, which the insertion lifts
   * @returns `too_many`: the account has no room for another font; `no_room`: for its bytes
   */
  insert(
    font: StoredFont,
    limits: Pick<PlanLimits, 'own_fonts' | 'stored_bytes'>,
    tombstones: TombstoneChange,
    answer?: PreparedIdempotentAnswer,
  ): Promise<'inserted' | 'too_many' | 'no_room'>;
  find(accountId: string, fontId: string): Promise<StoredFont | undefined>;
  /** All fonts of an account, the newest first. Strongly consistent. */
  all(accountId: string): Promise<StoredFont[]>;
  /**
   * Removes a font that no template names, and leaves a tombstone in the same transaction.
   * @returns `in_use`: a template names it; `gone`: it does not exist
   */
  remove(font: StoredFont, tombstone: Tombstone): Promise<'removed' | 'in_use' | 'gone'>;
}
