import type { DrawableChart } from './drawable-chart.ts';
import type { DrawableItem } from './drawable-items.ts';
import type { DrawableTable } from './drawable-table.ts';
import { type DrawnLayout, doesLayoutShowItems } from './layout/layout-facts.ts';

/** Markers that a slide can request; `bullet`: those of the template. */
export const BULLET_STYLES = ['bullet', 'number', 'none'] as const;
/** The markers of the points of a slide. */
export type BulletStyle = (typeof BULLET_STYLES)[number];

/**
 * The kinds of marks in the texts of a slide. `none`: no character of a text is a mark.
 * `inline`: `**bold**`, `*italic*`, `` `code` ``, `~~struck~~`, `==highlighted==`, `H~2~O`, `x^2^` and `[text](https://…)` in title, points and
 * cells; `[!NOTE]`, `[ ]` and `[x]` at the start of a point.
 */
export const TEXT_MARKUPS = ['none', 'inline'] as const;
/** The kind of marks in the texts of a slide. */
export type TextMarkup = (typeof TEXT_MARKUPS)[number];

/** `smart`: quotation marks, dashes, ellipses and spaces are drawn by the habits of the language; `plain`: as typed. */
export const TYPOGRAPHY_STYLES = ['smart', 'plain'] as const;
/** The style in which quotation marks, dashes, ellipses and spaces are drawn. */
export type TypographyStyle = (typeof TYPOGRAPHY_STYLES)[number];

/** Devices on whose screens an image may be shown. */
export const DEVICE_KINDS = ['browser', 'phone', 'laptop'] as const;
/** The kind of the device around an image. */
export type DeviceKind = (typeof DEVICE_KINDS)[number];

/** Program code that a slide shows. */
export interface DrawableCode {
  /** Its usual name; absent: comments, keywords, strings and numbers are recognized by rules that most languages share. */
  language?: string | undefined;
  text: string;
  /** Groups of lines that are lit one after another, such as `1-3`; lines count from 1. Absent: none. */
  focus?: readonly string[] | undefined;
}

/** Limits of `code`; lengths in characters. */
export const CODE_LIMITS = { characters: 4000, lines: 60, language: 40, groups: 20, group: 39 } as const;

/** The deepest level of a point. */
export const MAX_POINT_LEVEL = 2;

/** The effect of one field of the content on the picture. */
export interface DrawnFieldRules<Value> {
  /** The part of the value that a picture in this layout shows, for the key of the picture; undefined: none. */
  drawnPart(value: Value, layout: DrawnLayout): Value | undefined;
  /** Part of the key of a picture that shows the field: change it with anything that may change pixels of such pictures only. Absent: 1. */
  version?: number | undefined;
}

/** Rules of a field that is drawn. @param drawnPart by default the whole value in every layout */
const rulesOfDrawnField = <Value>(
  drawnPart: (value: Value, layout: DrawnLayout) => Value | undefined = (value) => value,
): DrawnFieldRules<Value> => ({ drawnPart });

/** Rules of a field that only one layout draws. */
const rulesOfFieldDrawnIn = <Value>(drawingLayout: DrawnLayout, version?: number): DrawnFieldRules<Value> => ({
  ...rulesOfDrawnField<Value>((value, layout) => (layout === drawingLayout ? value : undefined)),
  version,
});

/**
 * The fields that a slide may have next to its title, points and image, in the order in which the key of a picture has them. A
 * field that is added here is part of `RichSlideContent`, of `DrawableSlide` and of the key; new ones go to the end.
 */
export const RICH_CONTENT_FIELDS = {
  /** The marker of the points; absent: `bullet`. */
  bullet_style: rulesOfDrawnField<BulletStyle>(),
  /** One of 0–2 for each point; absent: all 0. */
  bullet_levels: rulesOfDrawnField<readonly number[]>((levels) =>
    levels.some((level) => level > 0) ? levels : undefined,
  ),
  /** Absent: `none`. */
  markup: rulesOfDrawnField<TextMarkup>((markup) => (markup === 'none' ? undefined : markup)),
  /** Instead of the points. At most one of `code`, `table` and `chart`. */
  // The lines that are lit are left out: they are part of the state in which a slide is drawn (`SlidePaintState`).
  code: rulesOfDrawnField<DrawableCode>(({ focus: _, ...code }, layout) => (layout === 'code' ? code : undefined)),
  table: rulesOfFieldDrawnIn<DrawableTable>('table', 2),
  chart: rulesOfFieldDrawnIn<DrawableChart>('chart', 5),
  /** With the layout `two_columns`: the point, from 0, that starts the second column; absent: in halves. */
  column_break: rulesOfFieldDrawnIn<number>('two_columns'),
  /** Instead of the points, in the layouts that draw items. */
  items: {
    ...rulesOfDrawnField<readonly DrawableItem[]>((items, layout) => (doesLayoutShowItems(layout) ? items : undefined)),
    version: 2,
  },
  /** The device of the layout `device`; absent: a phone for a tall image, otherwise a browser. */
  device_kind: rulesOfFieldDrawnIn<DeviceKind>('device'),
};

type ValueOf<Field> = Field extends DrawnFieldRules<infer Value> ? Value : never;

/** Content of a slide other than title, points and image. */
export type RichSlideContent = {
  [Name in keyof typeof RICH_CONTENT_FIELDS]?: ValueOf<(typeof RICH_CONTENT_FIELDS)[Name]> | undefined;
};
