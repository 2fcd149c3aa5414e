import type { NamedImage } from './page-draft.ts';

/** Words that Marp reads in the text of an image. */
const MARP_WORD =
  /^(?:bg|left|right|vertical|horizontal|fit|auto|contain|cover|(?:left|right):[\d.]+%?|(?:w|h|width|height):[\d.]+(?:px|%|em|rem|cm|mm|in|pt|vw|vh)?|auto|[\d.]+%|(?:blur|brightness|contrast|drop-shadow|grayscale|hue-rotate|invert|opacity|saturate|sepia)(?::\S*)?)$/;
/** Those that are words of any language as well count only next to others. */
const SURE = /^(?:bg|(?:left|right):|(?:w|h|width|height):\d)/;

const pixels = (value: unknown): number | undefined => {
  const [, number] = /^([\d.]+)(?:px)?$/.exec(String(value ?? '').trim()) ?? [];
  return number === undefined ? undefined : Number(number);
};

function decoded(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

/** An image by the attributes of its element; Marp writes its size and place into its text. */
export function namedImage(
  { src, alt, width, style }: Readonly<Record<string, unknown>>,
  { line, isInline, readsMarp }: { line: number; isInline: boolean; readsMarp: boolean },
): NamedImage {
  const url = decoded(String(src ?? '').trim());
  const text = String(alt ?? '').trim();
  const words = text.split(/\s+/);
  const usual = {
    url,
    line,
    isInline,
    width: pixels(width) ?? pixels(/(?:^|;)\s*width\s*:\s*([^;]+)/.exec(String(style ?? ''))?.[1]),
  };
  if (!readsMarp || !words.some((word) => SURE.test(word))) return { ...usual, alt: text };
  const said = words.filter((word) => MARP_WORD.test(word));
  const isBackground = said.includes('bg');
  const side = said.find((word) => /^(?:left|right)(?::|$)/.test(word))?.split(':')[0];
  const [, across] = /^w(?:idth)?:(.+)$/.exec(said.find((word) => /^w(?:idth)?:/.test(word)) ?? '') ?? [];
  return {
    ...usual,
    alt: words.filter((word) => !MARP_WORD.test(word)).join(' '),
    isInline: isInline && !isBackground,
    ...(isBackground ? { background: side === 'left' || side === 'right' ? side : 'whole' } : {}),
    ...(said.includes('contain') || said.includes('fit') ? { fit: 'contain' as const } : {}),
    ...(pixels(across) === undefined ? {} : { width: pixels(across) }),
  };
}
