import { cutTextWithEllipsis } from '../cut-text-with-ellipsis.ts';
import { MAX_FORMULAS_PER_PICTURE } from '../formulas/formula-rules.ts';
import { chunksOfSize } from '../in-chunks.ts';
import type { DeckPageContext } from './deck-page-context.ts';
import { textOfYamlField, type YamlFields } from './front-matter.ts';
import { videoNamedByImage } from './named-video.ts';
import type { MarkdownPageBlock, PageDraft, PageImage } from './page-draft.ts';
import { createBlockKindGuard, MAX_CHARACTERS_OF_LINE_UNDER_TITLE } from './page-part.ts';
import { plainTextOfFormula } from './plain-text-of-formula.ts';

/** The highest number of pictures of a page after the first one that get a slide each. */
const MAX_FURTHER_IMAGES = 6;
/** Width in pixels: a picture that is narrower is an ornament. */
const MIN_IMAGE_WIDTH = 120;
const CSS_ADDRESS = /^(?:url\(\s*["']?)?([^"')]+?)["']?\s*\)?$/;
const LOOKS_LIKE_IMAGE =
  /^(?:https?:|data:image\/|\.{0,2}\/)|\.(?:png|jpe?g|gif|webp|avif|svg|mp4|m4v|mov|webm)(?:[?#].*)?$/i;

/** The address of a picture in a field such as `url("a.png")`. @returns undefined for a colour or a gradient */
function parseImageAddress(value: string | undefined): string | undefined {
  if (value === undefined || /gradient\s*\(/.test(value)) return undefined;
  const [, address] = CSS_ADDRESS.exec(value.trim()) ?? [];
  return address !== undefined && (value.startsWith('url(') || LOOKS_LIKE_IMAGE.test(address))
    ? address.trim()
    : undefined;
}

/** The video behind a slide of reveal.js. */
function readBackgroundVideo(fields: YamlFields, line: number): PageImage | undefined {
  const url = textOfYamlField(fields, 'backgroundVideo');
  if (url === undefined) return undefined;
  const video = videoNamedByImage(url, textOfYamlField(fields, 'backgroundVideoOptions'));
  return { alt: '', line, isInline: false, url, background: 'whole', video };
}

/** The picture that fields of a slide name: Slidev's `image` and `background`, Marp's `backgroundImage`. */
function readFieldImage(fields: YamlFields, line: number): PageImage | undefined {
  const imageUrl = parseImageAddress(textOfYamlField(fields, 'image'));
  const backgroundUrl = parseImageAddress(
    textOfYamlField(fields, 'background') ?? textOfYamlField(fields, 'backgroundImage'),
  );
  // Slidev shows `image` only in a layout; without one it is the preview of the deck for other sites.
  const url = imageUrl !== undefined && fields.layout !== undefined ? imageUrl : backgroundUrl;
  if (url === undefined) return undefined;
  const fit = textOfYamlField(fields, 'backgroundSize') === 'contain' ? { fit: 'contain' as const } : {};
  const video = videoNamedByImage(url, undefined);
  return { alt: '', line, isInline: false, url, background: 'whole', ...fit, ...(video ? { video } : {}) };
}

/** Reports a picture or a video that the file does not contain. */
function warnOfMissing({ url, line, video }: PageImage, warn: DeckPageContext['warn']): void {
  const name = cutTextWithEllipsis(url, MAX_CHARACTERS_OF_LINE_UNDER_TITLE).text;
  const [noun, pluralNoun] = video ? ['video', 'videos'] : ['picture', 'pictures'];
  const message = `Line ${line}: there is no ${noun} ${name} in the file. Send the deck and its ${pluralNoun} together, as a .zip.`;
  warn(video ? 'video_not_taken' : 'picture_missing', message);
}

/** The formulas of a page as pictures, `MAX_FORMULAS_PER_PICTURE` in each. */
function createFormulaImages(blocks: readonly MarkdownPageBlock[]): PageImage[] {
  const formulas = blocks.filter(createBlockKindGuard('formula'));
  return chunksOfSize(formulas, MAX_FORMULAS_PER_PICTURE).map((chunk) => ({
    url: '',
    line: chunk[0]?.line ?? 0,
    isInline: false,
    fit: 'contain',
    alt: chunk.map(({ tex }) => plainTextOfFormula(tex)).join('; '),
    formulas: chunk.map(({ tex }) => tex),
  }));
}

/**
 * The existing pictures that a page names, pictures behind the text first, followed by its formulas as pictures. Missing pictures are
 * reported.
 * @returns `found` counts all pictures that the page names, also the missing ones
 */
export function findMarkdownPageImages(
  { fields, line, blocks }: PageDraft,
  { findMedia, warn }: DeckPageContext,
): { images: PageImage[]; found: number } {
  const namedImages = [
    ...[readBackgroundVideo(fields, line), readFieldImage(fields, line)].flatMap((image) => image ?? []),
    ...blocks.filter(createBlockKindGuard('image')).map(({ image }) => image),
  ];
  const available: PageImage[] = [];
  for (const image of namedImages) {
    if (image.url === '') warn('picture_missing', `Line ${image.line}: an image has no path.`);
    else if (findMedia(image.url) === null) warnOfMissing(image, warn);
    else available.push(image);
  }
  const formulaPictures = createFormulaImages(blocks);
  return {
    images: [...available.toSorted((a, b) => Number(!a.background) - Number(!b.background)), ...formulaPictures],
    found: namedImages.filter(({ video }) => !video).length + formulaPictures.length,
  };
}

/** The pictures that slides show. Ornaments and what exceeds `MAX_FURTHER_IMAGES` are left out, with a line in the report. */
export function chooseShownMarkdownImages(images: readonly PageImage[], { warn }: DeckPageContext): PageImage[] {
  const isNarrow = ({ width }: PageImage): boolean => width !== undefined && width < MIN_IMAGE_WIDTH;
  const isOrnament = (image: PageImage): boolean =>
    image.background === undefined && !image.video && (isNarrow(image) || image.isInline);
  const largeImages = images.filter((image) => !isOrnament(image));
  const candidates = largeImages.length > 0 ? largeImages : images.filter((image) => !isNarrow(image)).slice(0, 1);
  const chosenImages = candidates.slice(0, 1 + MAX_FURTHER_IMAGES);
  const unusedCount = images.length - chosenImages.length;
  if (unusedCount > 0)
    warn(
      'picture_not_used',
      `${unusedCount === 1 ? 'A picture was' : `${unusedCount} pictures were`} left out: small ones, those within a text, and more than ${1 + MAX_FURTHER_IMAGES} of one slide have no place. Split the slide to keep all.`,
    );
  return chosenImages;
}
