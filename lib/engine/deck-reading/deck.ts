import type { WrittenCallout } from '#engine/video/drawing/callouts/callout-line.ts';
import type { LogoPlace } from '#engine/video/drawing/design.ts';
import type { DrawableChart } from '#engine/video/drawing/drawable-chart.ts';
import type { DrawableTable } from '#engine/video/drawing/drawable-table.ts';
import type { SlideLayout } from '#engine/video/drawing/layout/layout-facts.ts';
import type { RichSlideContent, TypographyStyle } from '#engine/video/drawing/rich-slide-content.ts';
import type { AspectRatioName, Resolution } from '#engine/video/format.ts';
import type { ImageMotion } from '#engine/video/motion/image-motion.ts';
import type { MotionLevel } from '#engine/video/motion/motions.ts';
import type { BuildStyle, TransitionType } from '#engine/video/transitions/transition-types.ts';
import type { NarrationSource } from '#kernel/shared/narration-source.ts';
import type { DeckKind } from './deck-formats.ts';
import type { DeckWarning } from './deck-warning.ts';

/** Looks of an imported slide: a picture of the original, or its content drawn in a template. */
export const IMPORTED_SLIDE_LOOKS = ['original', 'redesign'] as const;
/** The look of an imported slide. */
export type ImportedSlideLook = (typeof IMPORTED_SLIDE_LOOKS)[number];

/** The same value with all of its lists writable, as readers fill them. */
type Writable<Value> = Value extends readonly (infer Item)[]
  ? Writable<Item>[]
  : Value extends object
    ? { -readonly [Name in keyof Value]: Writable<Value[Name]> }
    : Value;

/** A table of a slide, while a reader fills it. */
export type DeckTable = Writable<DrawableTable>;
/** A chart of a slide, while a reader fills it. */
export type DeckChart = Writable<DrawableChart>;

/**
 * The fields of a slide that a file can set, named and bounded as in `SlideInput` of the API: a reader cuts longer values and reports them.
 * The definitions of the fields say which these are (`isImported`).
 */
export interface DeckSlideContent extends Writable<RichSlideContent> {
  title: string;
  bullet_points: string[];
  speaker_notes: string;
  layout: SlideLayout;
  /** `none`: the file does not say it; `off`: all at once. */
  build: 'none' | 'by_bullet' | 'by_item' | 'by_series' | 'off';
  /** Absent: the file does not say it. */
  build_style?: BuildStyle | undefined;
  /** True: points that were shown before are dimmed. Absent: they are not. */
  dim_previous?: boolean | undefined;
  /** The time for which the slide is shown: 1–300 s. Absent: the file does not name it. */
  duration_seconds?: number | undefined;
  /** The transition into the slide; absent: that of the deck. */
  transition?: DeckTransition | undefined;
  /** Absent: the file does not say it; `off`: none. */
  image_motion?: ImageMotion | 'off' | undefined;
  /** Absent: that of the deck. */
  motion?: MotionLevel | undefined;
  /** Absent: none. */
  callouts?: WrittenCallout[] | undefined;
}

/** A transition between slides. */
export interface DeckTransition {
  type: TransitionType;
  /** 0–2 s. */
  duration_seconds: number;
}

/** Source of the bytes of a picture or a sound. The use case that imports the deck fetches and encodes them. */
export type MediaSource =
  | { from: 'bytes'; bytes: Uint8Array }
  /** An address of the client's, fetched under the rules for addresses. */
  | { from: 'address'; url: string }
  /** A file next to the deck: in its archive, or in its folder. */
  | { from: 'path'; path: string }
  /** Formulas of TeX, drawn below one another: alone on a slide, or next to points. */
  | { from: 'formulas'; formulas: string[]; place: 'alone' | 'next_to_points' };

/** Parts of a picture that its author cut off, as shares of its sides (0–1). Nothing of them is stored. */
export interface PictureCrop {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** The outline to which the rest is cut; absent: a rectangle. */
  outline?: PictureClipShape | undefined;
}

/** An ellipse that touches all sides, or a rectangle with round corners: their radius as a share of its shorter side (0–0.5). */
export type PictureClipShape = 'ellipse' | { radius: number };

/** A picture of a slide. */
export interface DeckPicture {
  source: MediaSource;
  /** Absent: it is shown whole. */
  crop?: PictureCrop | undefined;
  /** Absent: the content of the picture decides; one with text, a chart or a user interface is never cropped. */
  fit?: 'cover' | 'contain' | undefined;
  /** True: the texts of the slide are written over the picture, unless they would hide what it shows. */
  isBehind?: true | undefined;
  /** The point of the picture that a crop keeps: 0–1 from the left and from the top. Absent: the middle. */
  focus?: { x: number; y: number } | undefined;
  /** The description of the picture; empty if the deck has none. */
  alt: string;
  /** A line below it. Absent if the deck has none, or if it is uncertain that it is a caption. */
  caption?: string | undefined;
}

/** Places of a video on its slide, as the API names them. */
export const SLIDE_PLACES_OF_DECK_VIDEO = ['full', 'left', 'right', 'framed', 'background'] as const;

/** A video of a slide. */
export interface DeckVideo {
  source: MediaSource;
  place: (typeof SLIDE_PLACES_OF_DECK_VIDEO)[number];
  /** The second at which it starts, up to a day. Absent: 0. */
  from?: number | undefined;
  /** The second at which it ends, up to a day. Absent: the end of the file, or the one by `cutsEnd`. */
  until?: number | undefined;
  /** Seconds that are cut off before its end. Absent: none. */
  cutsEnd?: number | undefined;
  /** 0–2. Absent: as loud as speech. */
  volume?: number | undefined;
  /** Absent: its sound is heard. */
  isMuted?: true | undefined;
  /** True: it starts again at its end. Absent: its last frame stays. */
  loops?: true | undefined;
  /** True: it starts when the speech has ended, because a click starts it in the deck. Absent: it starts with the slide. */
  isAfterSpeech?: true | undefined;
}

/** A state of a slide in its original look, between two clicks. */
export interface DeckSlideState {
  source: MediaSource;
  /** The words that appear in this state. */
  text: string;
  /** Seconds after the previous state at which this state appears without a click; absent: a click brings it. */
  after?: number | undefined;
}

/** Lengths that are cut off a sound, in seconds from its start and before its end. */
export interface DeckSoundTrim {
  start_seconds: number;
  end_seconds: number;
}

/** The recorded narration of a slide that the deck file contains. */
export interface DeckSlideRecording {
  /** At least one; played one after the other. */
  clips: { source: MediaSource; cut?: DeckSoundTrim | undefined }[];
  /** True if it was recorded as narration. Otherwise it is a sound that plays automatically, which may be an effect. */
  isMarkedAsNarration: boolean;
}

/** A slide of a deck that is to become a slide of a timeline. */
export interface ParsedSlide {
  /** The number of the slide or page of the file, from 1. Several slides may come from one page. */
  source_page: number;
  /** The number of pages of the file that are its states, from `source_page`. Absent: one page. */
  pages?: number | undefined;
  content: DeckSlideContent;
  image?: DeckPicture | undefined;
  /** Further pictures, which a gallery shows after `image`; at most six. Absent: none. */
  images?: DeckPicture[] | undefined;
  /** The video that is shown instead of `image`; `image` is shown if the video cannot be used. Absent: none. */
  video?: DeckVideo | undefined;
  /** States of its picture, from first to last; the last is `image`. Absent: it has one state. */
  builds?: DeckSlideState[] | undefined;
  /** A recording that replaces the voice; its words may be in the notes. Absent: none. */
  recording?: DeckSlideRecording | undefined;
  look: ImportedSlideLook;
  /** Reason why it has this look, in words for the report; absent: nothing else was asked for. */
  reason?: string | undefined;
  /** Pictures that the file's slide has. */
  pictures: number;
  /** Clicks that bring in parts of it. */
  clicks: number;
  /** Seconds after which the deck shows the next slide without a click. Absent: it waits for a click. */
  advance_seconds?: number | undefined;
}

/** Settings of the timeline that a file names, with the names of `POST /timelines`; absent: the file does not set it. */
export interface DeckSettings {
  format?: AspectRatioName | undefined;
  resolution?: Resolution | undefined;
  template_id?: string | undefined;
  voice?: string | undefined;
  transition?: DeckTransition | undefined;
  lexicon?: { word: string; say: string; ipa?: string | undefined }[] | undefined;
  speed?: number | undefined;
  speakers?: Record<string, { voice: string; speed?: number | undefined }> | undefined;
  narration_source?: NarrationSource | undefined;
  slide_numbers?: boolean | undefined;
  footer?: string | undefined;
  typography?: TypographyStyle | undefined;
  motion?: MotionLevel | undefined;
}

/** The parts of a deck's look that a template can take over: those of most of its slides. */
export interface DeckBrand {
  /** `#rrggbb`; an absent one: no colour of the theme can be read on the background. */
  colors: { background: string; text?: string | undefined; accent?: string | undefined };
  /** Names of families in the file. */
  fonts: { heading?: string | undefined; body?: string | undefined };
  logo?: (Pick<DeckPicture, 'source' | 'crop'> & { place: LogoPlace }) | undefined;
}

/** Result of a reader. It contains only what the file contains. */
export interface ParsedDeck {
  kind: DeckKind;
  /** At most 200 characters. */
  title: string | null;
  /** BCP 47, as the file says it. */
  language: string | null;
  /** The sides of its pages, in any unit: only their ratio counts. */
  sides: { width: number; height: number } | null;
  settings: DeckSettings;
  /** Absent: the file has no theme. */
  brand?: DeckBrand | undefined;
  /** In the order of the deck; hidden and unreadable ones are left out. */
  slides: ParsedSlide[];
  /** The number of slides or pages of the file, with those that are left out; empty pages of Markdown and HTML do not count. */
  pages: number;
  warnings: DeckWarning[];
}
