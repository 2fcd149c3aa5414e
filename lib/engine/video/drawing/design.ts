/** The built-in faces, from which templates choose. A letter that a face lacks is drawn in the next face that has it. */
export const TYPEFACES = [
  'serif',
  'sans',
  'mono',
  'playfair',
  'space_grotesk',
  'fredoka',
  'nunito',
  'manrope',
  'outfit',
  'atkinson',
] as const;
/** The name of a built-in face. */
export type Typeface = (typeof TYPEFACES)[number];

/** A font file of a client: it is drawn in its own weight and style. */
export interface CustomFont {
  /** The hash of the file's bytes, hex. */
  sha256: string;
  /** Path of the file; the picture does not depend on it. */
  file: string;
  weight: number;
  italic: boolean;
  /** The face for letters that the font lacks. */
  behind: Typeface;
}

/** A face of text: a built-in one, or a font file of a client. */
export type FontFace = Typeface | CustomFont;

/** The corners of a slide in which a logo may be. */
export const LOGO_PLACES = ['top_left', 'top_right', 'bottom_left', 'bottom_right'] as const;
/** The corner of a logo. */
export type LogoPlace = (typeof LOGO_PLACES)[number];

/** The slides that show the logo of a template: every one, those in the layouts `title` and `closing`, or none. */
export const LOGO_SLIDES = ['all', 'title', 'none'] as const;
/** The slides that show a logo. */
export type LogoSlides = (typeof LOGO_SLIDES)[number];

/** A picture in a corner of slides. */
export interface Logo {
  sha256: string;
  /** Path of the file; the picture does not depend on it. */
  file: string;
  /** Pixels. */
  width: number;
  height: number;
  place: LogoPlace;
  /** The slides that show it; absent: all. */
  on?: 'title' | undefined;
}

/** Ways to colour photographs: unchanged, multiplied by one colour, or in two colours. */
export const IMAGE_TREATMENTS = ['none', 'tint', 'duotone'] as const;
/** The way in which photographs are coloured. */
export type ImageTreatment = (typeof IMAGE_TREATMENTS)[number];

/**
 * The colours of photographs, `#rrggbb`. `tint`: each pixel is multiplied by the colour; `duotone`: black becomes `dark`, white `light`,
 * and each luma between them a mix of both.
 */
export type PhotographTreatment = { kind: 'tint'; color: string } | { kind: 'duotone'; dark: string; light: string };

/** Type style of one role of text. Sizes are fractions of the unit of the slide (`slideUnitInPixels`). */
export interface TextStyle {
  font: FontFace;
  weight: number;
  italic: boolean;
  /** Letter spacing in em; not used in writing systems that join letters. */
  tracking: number;
  /** Line height as a multiple of the size, for Latin; writing systems with tall marks get more. */
  leading: number;
  /** Largest and smallest size that fitting may choose. */
  largest: number;
  smallest: number;
}

/** Role of a text on a slide, which has its own type style. */
export type TextRole =
  | 'display'
  | 'section'
  | 'heading'
  | 'quote'
  | 'body'
  | 'subtitle'
  | 'folio'
  /** Lines of code. */
  | 'code'
  /** The single large number of a slide. */
  | 'figure';

/** Colours of one kind of slide, `#rrggbb`; `backdrop` is laid over `background` (CSS gradients, first on top). */
export interface SlideKindPalette {
  background: string;
  backdrop?: string | undefined;
  text: string;
  /** Headings, and the large number of a slide; absent: as text. */
  heading?: string | undefined;
  muted: string;
  accent: string;
  /** Behind an image that does not fill its panel, behind code, and the box of a caption. */
  panel: string;
}

/** Colours of code on a panel. */
export interface CodePalette {
  text: string;
  comment: string;
  keyword: string;
  string: string;
  number: string;
  /** The colour of functions, types and properties, in languages that are known. */
  name: string;
}

/**
 * A shape behind everything else. Lengths are fractions of the unit. Places are fractions of the width, from the side where lines
 * start (ornaments are mirrored on right-to-left slides), and of the height. Colours are CSS.
 */
export type Ornament =
  /** Along a whole edge. */
  | { shape: 'band'; edge: 'start' | 'end' | 'top' | 'bottom'; size: number; color: string }
  /** Across the slide in a margin; `at` and `inset`, from the edge and from both sides, are parts of the margins there. */
  | { shape: 'line'; edge: 'top' | 'bottom'; at: number; inset: number; thickness: number; color: string }
  /** Filled, or a ring of the given thickness; from the margin, x and y are the distance (in units) of its edge. */
  | { shape: 'disc'; x: number; y: number; radius: number; color: string; ring?: number; from?: 'margin' }
  /** A rectangle with round corners, turned by `turned` degrees clockwise around its middle. */
  | {
      shape: 'block';
      x: number;
      y: number;
      width: number;
      height: number;
      radius: number;
      turned: number;
      color: string;
    }
  /** Lines across and down the whole slide, `step` apart. */
  | { shape: 'grid'; step: number; thickness: number; color: string }
  /** A mark in each corner, as on a printed sheet. */
  | { shape: 'corners'; inset: number; length: number; thickness: number; color: string };

/** Colours, alignment and ornaments of slides of one kind. */
export interface SceneDesign {
  palette: SlideKindPalette;
  align: 'start' | 'center';
  /** Vertical place of the text in its room; absent: chosen by layout and format. */
  verticalAlign?: 'top' | 'middle' | 'bottom';
  /** Place of the rule, next to headings. */
  rule: 'above' | 'below' | 'none';
  ornaments: readonly Ornament[];
}

/** `content`: lists, and images next to text; `image`: full-bleed images; `statement`: one sentence; `closing`: the last page. */
export type SceneName =
  | 'title'
  | 'section'
  | 'quote'
  | 'content'
  | 'code'
  | 'number'
  | 'image'
  | 'statement'
  | 'closing';

/** The marker before a point of a list. */
export type PointMarkerShape = 'dot' | 'ring' | 'square' | 'dash' | 'number' | 'none';

/** Place of the heading of a list: above it, in a column before it, or in a band across the top. */
export type HeadingArrangement =
  | { kind: 'stacked' }
  | { kind: 'split' }
  /** `size`: height of the band, a fraction of the unit. */
  | { kind: 'header'; size: number; background: string; text: string };

/** The look of slides, as data: the painter knows no template by name. */
export interface SlideTemplate {
  id: string;
  name: string;
  description: string;
  scheme: 'light' | 'dark';
  scenes: Record<SceneName, SceneDesign>;
  code: CodePalette;
  type: Record<TextRole, TextStyle>;
  arrangement: HeadingArrangement;
  marker: {
    shape: PointMarkerShape;
    /** The colours of the markers, used in turn; empty: the accent. */
    colors: readonly string[];
    /** Hairlines between points; absent: none. */
    separator?: string | undefined;
  };
  /** The short line next to headings, in fractions of the unit; `full`: as wide as the text may be. */
  rule: { length: number | 'full'; thickness: number };
  /** `padded`: 07; `plain`: 7; `dashed`: – 7 –. */
  folio: { align: 'start' | 'center' | 'end'; form: 'padded' | 'plain' | 'dashed' };
  quoteMark: FontFace;
  /** `capitals`: short lines under the title of a section are small spaced capitals, in scripts that have them; absent: as written. */
  labels?: 'capitals' | undefined;
  /**
   * Images next to text: `inset` from the edges of the slide as a part of the margin of text (0: they reach the edges),
   * the others fractions of the unit.
   */
  image: { inset: number; radius: number; frame?: { offset: number; thickness: number; color: string } | undefined };
  /** Absent: photographs are drawn as they are. */
  photographs?: PhotographTreatment | undefined;
  /** Corner radius of code panels and caption boxes, as a fraction of the unit. */
  panelRadius: number;
  /** Makes text on a full-bleed image readable: darkening from below, or a box in the panel's colour. */
  caption: 'scrim' | 'box';
  /** Drawn in the margins, clear of text; absent: none. */
  logo?: Logo | undefined;
}
