import { contrastRatio, MIN_CONTRAST_RATIOS, rgbOfHex } from '#engine/video/drawing/contrast.ts';
import type {
  CodePalette,
  Ornament,
  SceneDesign,
  SceneName,
  SlideKindPalette,
  SlideTemplate,
} from '#engine/video/drawing/design.ts';
import { hexOfRgb, mixColors } from '#engine/video/drawing/mix-colors.ts';
import { readableDuotoneOf } from './photographs-of.ts';

/** The names of the colours that a client may choose. */
export const TEMPLATE_COLOR_NAMES = ['background', 'surface', 'text', 'muted', 'accent', 'on_accent'] as const;
export type TemplateColorName = (typeof TEMPLATE_COLOR_NAMES)[number];
/** The colours that a client has chosen, as `#rrggbb`. */
export type CustomTemplateColors = Partial<Record<TemplateColorName, string | undefined>>;

/** White or nearly black, whichever has more contrast to a colour. */
const readableOn = (color: string): string =>
  contrastRatio('#ffffff', color) >= contrastRatio('#101010', color) ? '#ffffff' : '#101010';

/** A colour, moved towards black or white until it has a contrast of at least `minContrast` to the background. */
function makeReadable(color: string, background: string, minContrast: number): string {
  for (let share = 0; share < 1; share += 0.1) {
    const mixedColor = mixColors(color, readableOn(background), share);
    if (contrastRatio(mixedColor, background) >= minContrast) return mixedColor;
  }
  return readableOn(background);
}

/** A colour of the base, and the colour that replaces it. */
type Anchor = readonly [from: string, to: string];

/**
 * The colour that replaces a colour of the base. An anchor becomes exactly its new colour. Any other colour is shifted like the anchors,
 * weighted by their nearness. So shapes, gradients and hairlines of the base change with the colours of a client.
 */
function recolor(color: string, anchors: readonly Anchor[]): string {
  const channels = rgbOfHex(color);
  const shifts: { weight: number; change: number[] }[] = [];
  for (const [from, to] of anchors) {
    const [source, target] = [rgbOfHex(from), rgbOfHex(to)];
    const squaredDifference = source.reduce((sum, value, i) => sum + (value - (channels[i] ?? 0)) ** 2, 0);
    if (squaredDifference === 0) return to;
    shifts.push({ weight: 1 / squaredDifference ** 2, change: target.map((value, i) => value - (source[i] ?? 0)) });
  }
  const totalWeight = shifts.reduce((sum, { weight }) => sum + weight, 0);
  return hexOfRgb(
    channels.map(
      (value, i) =>
        value + shifts.reduce((sum, { weight, change }) => sum + weight * (change[i] ?? 0), 0) / totalWeight,
    ),
  );
}

const CSS_COLOR = /#[0-9a-f]{6}\b|rgba\((\d+), ?(\d+), ?(\d+), ?([\d.]+)\)/gi;

/** Replaces the colours in a CSS colour or gradient. */
const recolorCss = (css: string, anchors: readonly Anchor[]): string =>
  css.replace(CSS_COLOR, (match: string, red?: string, green?: string, blue?: string, alpha?: string) => {
    if (alpha === undefined) return recolor(match, anchors);
    const [r, g, b] = rgbOfHex(recolor(hexOfRgb([Number(red), Number(green), Number(blue)]), anchors));
    return `rgba(${r},${g},${b},${alpha})`;
  });

/** All colours of a custom template: those of the client, completed by those of the base or by readable ones. */
export type CompleteTemplateColors = Required<CustomTemplateColors>;

/** Shares that are mixed in for missing colours: of the page into muted text, and of the text into surfaces. */
const MUTED_SHARE = 0.36;
const SURFACE_SHARE = 0.06;

/** Completes the colours of a client with those of the base, or with readable ones if the base's do not fit. */
export function completeTemplateColors(
  base: Pick<SlideTemplate, 'scenes'>,
  customColors: CustomTemplateColors,
): CompleteTemplateColors {
  const { background, text, muted, accent, panel } = base.scenes.content.palette;
  const page = customColors.background ?? background;
  const ink = customColors.text ?? (contrastRatio(text, page) >= MIN_KEPT_TEXT_CONTRAST ? text : readableOn(page));
  const isBasePage = customColors.background === undefined && customColors.text === undefined;
  const accentColor = customColors.accent ?? accent;
  return {
    background: page,
    text: ink,
    surface:
      customColors.surface ?? (customColors.background === undefined ? panel : mixColors(page, ink, SURFACE_SHARE)),
    muted: customColors.muted ?? (isBasePage ? muted : mixColors(ink, page, MUTED_SHARE)),
    accent: accentColor,
    on_accent: customColors.on_accent ?? readableOn(accentColor),
  };
}

/** Contrast from which the text colour of the base is kept on the background of a client. */
const MIN_KEPT_TEXT_CONTRAST = 7;
/** Contrast above which the background of a scene counts as different from that of the page. */
const MAX_SAME_BACKGROUND_CONTRAST = 1.35;

/** Reports whether a scene has the background of the page, or nearly. */
const hasPageBackground = (scene: SceneDesign, page: SlideKindPalette): boolean =>
  contrastRatio(scene.palette.background, page.background) <= MAX_SAME_BACKGROUND_CONTRAST;

/** The squared distance of two colours in RGB. */
const squaredDistance = (first: string, second: string): number => {
  const secondChannels = rgbOfHex(second);
  return rgbOfHex(first).reduce((sum, value, i) => sum + (value - (secondChannels[i] ?? 0)) ** 2, 0);
};

/** The palette of a scene with the background of the page. */
function paletteOfPageScene(
  scene: SceneDesign,
  page: SlideKindPalette,
  colors: CompleteTemplateColors,
  customColors: CustomTemplateColors,
): SlideKindPalette {
  const { palette } = scene;
  const anchors: Anchor[] = [
    [page.background, colors.background],
    [page.panel, colors.surface],
    [page.accent, colors.accent],
    [page.text, colors.text],
  ];
  const { heading } = palette;
  const isHeadingLikeAccent =
    heading !== undefined && squaredDistance(heading, page.accent) < squaredDistance(heading, page.text);
  const keepsHeading = customColors.text === undefined && customColors.background === undefined && !isHeadingLikeAccent;
  return {
    background: recolor(palette.background, anchors),
    ...(palette.backdrop === undefined ? {} : { backdrop: recolorCss(palette.backdrop, anchors) }),
    text: colors.text,
    ...(heading === undefined
      ? {}
      : { heading: keepsHeading ? heading : isHeadingLikeAccent ? colors.accent : colors.text }),
    muted: colors.muted,
    accent: colors.accent,
    // A dark panel on a light page is for code, and is kept.
    panel: hasPageBackground({ ...scene, palette: { ...palette, background: palette.panel } }, page)
      ? recolor(palette.panel, anchors)
      : palette.panel,
  };
}

/** The palette of a scene whose background is the accent. */
function paletteOfAccentScene(
  palette: SlideKindPalette,
  { accent, on_accent }: CompleteTemplateColors,
): SlideKindPalette {
  const anchors: Anchor[] = [
    [palette.background, accent],
    [palette.text, on_accent],
  ];
  return {
    background: accent,
    ...(palette.backdrop === undefined ? {} : { backdrop: recolorCss(palette.backdrop, anchors) }),
    text: on_accent,
    muted: makeReadable(mixColors(on_accent, accent, 0.16), accent, MIN_CONTRAST_RATIOS.text),
    accent: mixColors(on_accent, accent, 0.25),
    panel: mixColors(accent, '#000000', 0.16),
  };
}

/** The palette of a scene in the colours of a client. */
function customPalette(
  kind: SceneName,
  scene: SceneDesign,
  base: SlideTemplate,
  colors: CompleteTemplateColors,
  customColors: CustomTemplateColors,
): SlideKindPalette {
  const page = base.scenes.content.palette;
  // Text on photographs keeps the dark background of the base.
  if (kind === 'image' && (base.caption === 'scrim' || !hasPageBackground(scene, page)))
    return { ...scene.palette, accent: colors.accent };
  if (hasPageBackground(scene, page)) return paletteOfPageScene(scene, page, colors, customColors);
  const hasCustomAccent = customColors.accent !== undefined || customColors.on_accent !== undefined;
  return hasCustomAccent ? paletteOfAccentScene(scene.palette, colors) : scene.palette;
}

function recolorOrnaments(ornaments: readonly Ornament[], anchors: readonly Anchor[]): Ornament[] {
  return ornaments.map((ornament) => ({ ...ornament, color: recolorCss(ornament.color, anchors) }));
}

const anchorsOf = (before: SlideKindPalette, after: SlideKindPalette): Anchor[] => [
  [before.background, after.background],
  [before.panel, after.panel],
  [before.accent, after.accent],
  [before.text, after.text],
];

/** The colours of code, changed as far as needed to be readable on the panel. */
function customCodePalette(
  base: SlideTemplate,
  scenes: SlideTemplate['scenes'],
  colors: CompleteTemplateColors,
): CodePalette {
  const panel = scenes.code.palette.panel;
  if (panel === base.scenes.code.palette.panel) return base.code;
  const readableColor = (color: string): string => makeReadable(color, panel, MIN_CONTRAST_RATIOS.text);
  const { comment, keyword, string, number, name } = base.code;
  return {
    text: readableColor(colors.text),
    comment: readableColor(comment),
    keyword: readableColor(keyword),
    string: readableColor(string),
    number: readableColor(number),
    name: readableColor(name),
  };
}

/** The colours of photographs, which follow the colours of a client. A tint stays as light as it was. */
function customPhotographs(
  { photographs }: SlideTemplate,
  anchors: readonly Anchor[],
): Pick<SlideTemplate, 'photographs'> {
  if (photographs?.kind !== 'duotone') return photographs ? { photographs } : {};
  return {
    photographs: readableDuotoneOf(recolor(photographs.dark, anchors), recolor(photographs.light, anchors)),
  };
}

/**
 * A base template in the colours of a client. Scenes with the page's background get the colours exactly. Scenes with a different background,
 * such as title and section, get the accent as background if the client chose an accent. Other colours of the base follow. Pure.
 */
export function templateInCustomColors(base: SlideTemplate, customColors: CustomTemplateColors): SlideTemplate {
  if (Object.values(customColors).every((color) => color === undefined)) return base;
  const page = base.scenes.content.palette;
  const colors = completeTemplateColors(base, customColors);
  const scene = (kind: SceneName): SceneDesign => {
    const before = base.scenes[kind];
    const palette = customPalette(kind, before, base, colors, customColors);
    return { ...before, palette, ornaments: recolorOrnaments(before.ornaments, anchorsOf(before.palette, palette)) };
  };
  const scenes = {
    title: scene('title'),
    section: scene('section'),
    quote: scene('quote'),
    content: scene('content'),
    code: scene('code'),
    number: scene('number'),
    image: scene('image'),
    statement: scene('statement'),
    closing: scene('closing'),
  };
  const anchors = anchorsOf(page, scenes.content.palette);
  const { arrangement, marker, image } = base;
  return {
    ...base,
    ...customPhotographs(base, anchors),
    scenes,
    scheme:
      contrastRatio(colors.background, '#000000') > contrastRatio(colors.background, '#ffffff') ? 'light' : 'dark',
    code: customCodePalette(base, scenes, colors),
    arrangement:
      arrangement.kind === 'header' && (customColors.accent !== undefined || customColors.on_accent !== undefined)
        ? { ...arrangement, background: colors.accent, text: colors.on_accent }
        : arrangement,
    marker: {
      ...marker,
      colors: marker.colors.map((color) => recolor(color, anchors)),
      ...(marker.separator === undefined ? {} : { separator: recolor(marker.separator, anchors) }),
    },
    image: image.frame ? { ...image, frame: { ...image.frame, color: recolor(image.frame.color, anchors) } } : image,
  };
}
