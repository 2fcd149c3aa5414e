/** Properties of a font file, read from its tables. */
export interface FontFacts {
  family: string;
  /** 1–1000. */
  weight: number;
  style: FontStyle;
  glyphs: number;
  /** Scripts that it has letters of, as ISO 15924 codes, in alphabetical order. */
  scripts: string[];
  format: FontFormat;
}

export const FONT_KINDS = ['built_in', 'own'] as const;

export const FONT_STYLES = ['normal', 'italic'] as const;
export type FontStyle = (typeof FONT_STYLES)[number];

export const FONT_FORMATS = ['ttf', 'otf', 'woff2'] as const;
export type FontFormat = (typeof FONT_FORMATS)[number];

/** A font of an account. It never changes. */
export interface Font extends FontFacts {
  id: string;
  account_id: string;
  /** Storage key of the file. */
  key: string;
  sha256: string;
  size_bytes: number;
  created_at: string;
}

/** The part of a font's tag that `if-match` compares: its id, for it never changes. */
export const fontTag = ({ id }: Pick<Font, 'id'>): string => id;
