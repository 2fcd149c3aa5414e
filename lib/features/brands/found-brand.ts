import type { LogoPlace } from '#engine/video/drawing/design.ts';
import type { StoredPicture } from '#kernel/shared/stored-picture.ts';

/** A colour of a brand, and the place where it was found, in words for the user. */
export interface FoundBrandColor {
  /** `#rrggbb`. */
  color: string;
  where: string;
}

/** Parts of a template for which a brand may name a font. */
export type BrandFontPart = 'heading' | 'body';

/** Fonts of a brand, the first choice first, and the place where they were found, in words for the user. */
export type FoundBrandFonts = Partial<
  Record<BrandFontPart, { families: readonly string[]; where: string } | undefined>
>;

/** Colours of a brand as they were found. */
export interface FoundBrandColors {
  background?: FoundBrandColor | undefined;
  text?: FoundBrandColor | undefined;
  /** The best one first. */
  accents: readonly FoundBrandColor[];
}

/** A logo that was found in a web page, a picture or a deck, as the decoder encoded it again, with its colours. */
export interface FoundLogo {
  bytes: Uint8Array;
  facts: Pick<StoredPicture, 'width' | 'height' | 'content_type'>;
  /** Its colours, the most frequent first, with their shares of the visible pixels. */
  palette: readonly { color: string; share: number }[];
  /** Colour of its border; undefined: transparent, or of several colours. */
  edge?: string | undefined;
  /** The place where it was found, in words for the user. */
  where: string;
  place?: LogoPlace | undefined;
}

/** The look that was found in a web page, a logo or a deck. */
export interface FoundBrand {
  /** Name for the template. */
  name: string;
  colors: FoundBrandColors;
  fonts: FoundBrandFonts;
  logo?: FoundLogo | undefined;
}
