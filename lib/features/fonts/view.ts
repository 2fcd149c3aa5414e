import type { z } from 'zod';
import type { BuiltInFont } from './built-in-fonts.ts';
import type { fontAnswerSchema } from './contract.ts';
import type { StoredFont } from './font.ts';

type FontAnswer = z.output<typeof fontAnswerSchema>;

const REGULAR_WEIGHT = 400;

const toBuiltInFontAnswer = ({ id, family, scripts }: BuiltInFont): FontAnswer => ({
  id,
  kind: 'built_in',
  family,
  weight: REGULAR_WEIGHT,
  style: 'normal',
  glyphs: null,
  scripts: [...scripts],
  embeddable: true,
  format: 'woff2',
  size_bytes: null,
  created_at: null,
});

/** A font in answers. `embeddable` is always true, because a font that must not be embedded is never stored. */
export function toFontAnswer(font: StoredFont | BuiltInFont): FontAnswer {
  if (!('account_id' in font)) return toBuiltInFontAnswer(font);
  const { id, family, weight, style, glyphs, scripts, format, size_bytes, created_at } = font;
  return { id, kind: 'own', family, weight, style, glyphs, scripts, embeddable: true, format, size_bytes, created_at };
}
