import type { Node } from '@takumi-rs/core';
import type { Palette, Template } from '../../templates/template.ts';
import type { Size } from '../../timelines/format.ts';
import { type Block, placeBlock } from './block.ts';
import { cleanText } from './clean-text.ts';
import { accentRule, folio, leadingBand, scrim } from './decoration.ts';
import type { DrawableSlide } from './drawable-slide.ts';
import type { Measure } from './fit-block.ts';
import { type FittedGroup, fitGroup, type TextGroup } from './fit-group.ts';
import { type DrawnLayout, layoutFor } from './layout.ts';
import type { Box } from './node-tree.ts';
import { IMAGE_SHARES, type Regions, regionsFor } from './regions.ts';
import { type Direction, directionOfSlide } from './script.ts';
import type { Paragraph, Typesetter } from './typesetting.ts';

/** Where a slide's image goes: into `room`, in the middle of `panel`; both in whole pixels within the slide. */
export interface ImagePlace {
  panel: Box;
  room: Box;
}

/** A slide as layers: background of the palette, image, and a tree of text and ornament for the layout engine. */
export interface Composition {
  layout: DrawnLayout;
  palette: Palette;
  image?: ImagePlace | undefined;
  /** Without background. */
  nodes: Node[];
  /** CSS families in use. */
  families: string[];
  /** Names of emoji pictures in use. */
  emoji: string[];
}

export interface Tools {
  typesetter: Typesetter;
  /** Measures text in the given families. */
  measureIn: (families: readonly string[]) => Measure;
}

const HEADING_ROLE = {
  title: 'display',
  section: 'section',
  quote: 'quote',
  bullets: 'heading',
  image_left: 'heading',
  image_right: 'heading',
  image_top: 'heading',
  image_full: 'heading',
  empty: 'heading',
} as const satisfies Record<DrawnLayout, string>;

const PALETTE = {
  title: 'title',
  section: 'section',
  quote: 'quote',
  image_full: 'image',
  bullets: 'content',
  image_left: 'content',
  image_right: 'content',
  image_top: 'content',
  empty: 'content',
} as const satisfies Record<DrawnLayout, keyof Template['palettes']>;

interface SlideText {
  heading?: Paragraph | undefined;
  body: Paragraph[];
  mark?: Paragraph | undefined;
  folio: Paragraph;
  direction: Direction;
}

async function setText(slide: DrawableSlide, layout: DrawnLayout, { type }: Template, typesetter: Typesetter) {
  const title = cleanText(slide.title);
  const bullets = slide.bullet_points.map(cleanText).filter((text) => text !== '');
  const texts = [title, ...bullets];
  const direction = directionOfSlide(texts, slide.language);
  const context = { language: slide.language, text: texts.join(' '), direction };
  const withMarkers = HEADING_ROLE[layout] === 'heading';
  const bodyStyle = withMarkers ? type.body : type.subtitle;
  const set = typesetter.setParagraph;
  const text: SlideText = {
    direction,
    heading: title === '' ? undefined : await set(title, type[HEADING_ROLE[layout]], context),
    body: [],
    folio: await set(String(slide.position + 1).padStart(2, '0'), type.folio, { ...context, direction: 'ltr' }),
  };
  for (const bullet of bullets) text.body.push(await set(bullet, bodyStyle, context));
  if (layout === 'quote') {
    text.mark = await set(direction === 'rtl' ? '”' : '“', { ...type.display, font: 'serif', italic: false }, context);
  }
  return text;
}

function groupOf(text: SlideText, layout: DrawnLayout, template: Template): TextGroup {
  const { direction } = text;
  const markers = HEADING_ROLE[layout] === 'heading';
  const heading: Block | undefined = text.heading && {
    paragraphs: [text.heading],
    gap: 0,
    direction,
    balanced: true,
  };
  const body: Block | undefined =
    text.body.length === 0
      ? undefined
      : {
          paragraphs: text.body,
          gap: markers ? 0.52 : 0.24,
          marker: markers ? template.marker : undefined,
          direction,
          balanced: false,
        };
  return { heading, body, layout, mark: text.mark };
}

/** Fits the text beside the largest image that lets it stand uncut. */
async function fitBesideImage(
  group: TextGroup,
  layout: DrawnLayout,
  size: Size,
  direction: Direction,
  template: Template,
  measure: Measure,
): Promise<{ regions: Regions; fitted: FittedGroup }> {
  const short = Math.min(size.width, size.height);
  const shares = layout === 'image_left' || layout === 'image_right' || layout === 'image_top' ? IMAGE_SHARES : [0];
  for (const share of shares) {
    const regions = regionsFor(layout, size, direction, share);
    const fitted = await fitGroup(group, regions.text, short, template, measure);
    if (!fitted.cut || share === shares.at(-1)) return { regions, fitted };
  }
  throw new RangeError('no share to try');
}

function topOf({ text, stand }: Regions, height: number): number {
  const free = Math.max(0, text.height - height);
  if (stand === 'top') return text.y;
  return text.y + (stand === 'bottom' ? free : Math.round(free / 2));
}

function placeGroup(
  fitted: FittedGroup,
  box: Box,
  top: number,
  {
    short,
    palette,
    template,
    direction,
  }: { short: number; palette: Palette; template: Template; direction: Direction },
): Node[] {
  const nodes: Node[] = [];
  const { heading, body, mark } = fitted;
  const headingSide =
    heading && (direction === 'rtl' || heading.block.paragraphs[0]?.direction === 'rtl') ? 'rtl' : direction;
  if (fitted.ruleHeight > 0) nodes.push(accentRule(template, box, top, short, headingSide, palette.accent));
  if (mark) nodes.push(...placeBlock(mark, box.x, top - fitted.markRise, palette.accent, palette.accent));
  let y = top + fitted.ruleHeight + fitted.markHeight;
  if (heading) nodes.push(...placeBlock(heading, box.x, y, palette.text, palette.accent));
  y += (heading?.height ?? 0) + fitted.gap;
  const bodyColor = body?.block.marker ? palette.text : palette.muted;
  if (body) nodes.push(...placeBlock(body, box.x, y, bodyColor, palette.accent));
  return nodes;
}

function imagePlace(panel: Box, fit: 'cover' | 'contain', layout: DrawnLayout, short: number): ImagePlace {
  const inset = fit === 'contain' && layout !== 'image_full' ? Math.round(short * 0.055) : 0;
  const { x, y, width, height } = panel;
  return { panel, room: { x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset } };
}

/** Decides everything about a slide's picture; the image itself is not looked at. */
export async function composeSlide(
  slide: DrawableSlide,
  size: Size,
  template: Template,
  { typesetter, measureIn }: Tools,
): Promise<Composition> {
  const short = Math.min(size.width, size.height);
  const layout = layoutFor(
    {
      layout: slide.layout,
      position: slide.position,
      hasTitle: cleanText(slide.title) !== '',
      bullets: slide.bullet_points.filter((text) => cleanText(text) !== '').length,
      hasImage: slide.image !== undefined,
    },
    size,
  );
  const palette = template.palettes[PALETTE[layout]];
  const text = await setText(slide, layout, template, typesetter);
  const { direction } = text;
  const paragraphs = [text.folio, ...text.body, text.heading, text.mark].filter((each) => each !== undefined);
  const families = [...new Set(paragraphs.flatMap((paragraph) => paragraph.families))];
  const group = groupOf(text, layout, template);
  const { regions, fitted } = await fitBesideImage(group, layout, size, direction, template, measureIn(families));
  const top = topOf(regions, fitted.height);

  const children: Node[] = [];
  const image = slide.image && regions.image && imagePlace(regions.image, slide.image.fit, layout, short);
  if (layout === 'title') children.push(...leadingBand(template, size, palette, direction));
  if (layout === 'image_full' && image && fitted.height > 0) children.push(scrim(size, top));
  children.push(...placeGroup(fitted, regions.text, top, { short, palette, template, direction }));
  if (regions.folio) children.push(folio(text.folio, regions.folio, short, palette.muted, direction));

  const emoji = paragraphs.flatMap(({ pieces }) => pieces.flatMap((piece) => ('emoji' in piece ? [piece.emoji] : [])));
  return { layout, palette, image, nodes: children, families, emoji: [...new Set(emoji)] };
}
