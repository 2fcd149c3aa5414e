/** Properties of a font file, read from its tables. */
export interface FontFacts {
  family: string;
  /** OpenType weight class, 1–1000. */
  weight: number;
  style: FontStyle;
  glyphs: number;
  /** Scripts whose letters it has, as ISO 15924 codes, in alphabetical order. */
  scripts: string[];
  format: FontFormat;
}

/** Kinds of fonts: families of the service, and custom fonts (`own`). */
export const FONT_KINDS = ['built_in', 'own'] as const;

export const FONT_STYLES = ['normal', 'italic'] as const;
export type FontStyle = (typeof FONT_STYLES)[number];

export const FONT_FORMATS = ['ttf', 'otf', 'woff2'] as const;
export type FontFormat = (typeof FONT_FORMATS)[number];

/** A custom font of an account. It never changes. */
export interface StoredFont extends FontFacts {
  id: string;
  account_id: string;
  /** Storage key of the file. */
  key: string;
  sha256: string;
  size_bytes: number;
  created_at: string;
}

/** The version in a font's ETag: its id, because a font never changes. */
export const entityTagVersionOfFont = ({ id }: Pick<StoredFont, 'id'>): string => id;
