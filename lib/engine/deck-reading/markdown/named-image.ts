import { videoNamedByImage } from './named-video.ts';
import type { PageImage } from './page-draft.ts';

/** Keywords in the text of an image that Marp reads, https://marpit.marp.app/image-syntax. */
const KEYWORD =
  /^(?:bg|left|right|vertical|horizontal|fit|auto|contain|cover|(?:left|right):[\d.]+%?|(?:w|h|width|height):[\d.]+(?:px|%|em|rem|cm|mm|in|pt|vw|vh)?|auto|[\d.]+%|(?:blur|brightness|contrast|drop-shadow|grayscale|hue-rotate|invert|opacity|saturate|sepia)(?::\S*)?)$/;
/** Keywords that are not words of any language. Without one of them, the text of an image is an ordinary description. */
const UNAMBIGUOUS_KEYWORD = /^(?:bg|(?:left|right):|(?:w|h|width|height):\d)/;
const STYLE_WIDTH = /(?:^|;)\s*width\s*:\s*([^;]+)/;

/** A number of pixels, such as `120` or `120px`; undefined for another unit. */
function pixelsOf(value: unknown): number | undefined {
  const [, numberText] = /^([\d.]+)(?:px)?$/.exec(String(value ?? '').trim()) ?? [];
  return numberText === undefined ? undefined : Number(numberText);
}

function decodeIfValid(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

/**
 * An image, by the attributes of its element.
 * @param line the line of the file, from 1
 * @param isInline true: the image is part of a text
 * @param readsMarp true: the text of the image may have keywords of Marp, which name its size and place
 */
export function pageImageOfHtmlElement(
  { src, alt, title, width, style, dataVideo }: Readonly<Record<string, unknown>>,
  { line, isInline, readsMarp }: { line: number; isInline: boolean; readsMarp: boolean },
): PageImage {
  const text = String(alt ?? '').trim();
  const words = text.split(/\s+/);
  const caption = String(title ?? '').trim();
  const url = decodeIfValid(String(src ?? '').trim());
  const video = videoNamedByImage(url, dataVideo);
  const commonFields = {
    ...(caption === '' ? {} : { caption }),
    ...(video ? { video } : {}),
    url,
    line,
    isInline,
    width: pixelsOf(width) ?? pixelsOf(STYLE_WIDTH.exec(String(style ?? ''))?.[1]),
  };
  if (!readsMarp || !words.some((word) => UNAMBIGUOUS_KEYWORD.test(word))) return { ...commonFields, alt: text };
  const keywords = words.filter((word) => KEYWORD.test(word));
  const isBackground = keywords.includes('bg');
  const side = keywords.find((word) => /^(?:left|right)(?::|$)/.test(word))?.split(':')[0];
  const widthKeyword = keywords.find((word) => /^w(?:idth)?:/.test(word));
  const namedWidth = pixelsOf(widthKeyword?.split(':')[1]);
  return {
    ...commonFields,
    alt: words.filter((word) => !KEYWORD.test(word)).join(' '),
    isInline: isInline && !isBackground,
    ...(isBackground ? { background: side === 'left' || side === 'right' ? side : 'whole' } : {}),
    ...(keywords.includes('contain') || keywords.includes('fit') ? { fit: 'contain' as const } : {}),
    ...(namedWidth === undefined ? {} : { width: namedWidth }),
  };
}
