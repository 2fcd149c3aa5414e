import type { Element, ElementContent, Root } from 'hast';

/** Elements of videos: that of HTML, and that of Slidev, https://sli.dev/builtin/components#slidevvideo. */
const VIDEO_ELEMENTS: ReadonlySet<string> = new Set(['video', 'slidevvideo']);

const trimmedText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The address of a video: its `src`, or that of its first source; empty if it has none. */
function addressOf({ properties, children }: Element): string {
  const ownAddress = trimmedText(properties.src) || trimmedText(properties.dataSrc);
  if (ownAddress !== '') return ownAddress;
  const sources = children.flatMap((child) => (child.type === 'element' && child.tagName === 'source' ? [child] : []));
  return (
    sources
      .map((source) => trimmedText(source.properties.src) || trimmedText(source.properties.dataSrc))
      .find(Boolean) ?? ''
  );
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== false;

/** The `img` element that replaces a video; undefined for any other element, and for a video that names no file. */
function toImage(element: Element): Element | undefined {
  if (!VIDEO_ELEMENTS.has(element.tagName)) return undefined;
  const { muted, loop, dataLine } = element.properties;
  const src = addressOf(element);
  if (src === '') return undefined;
  const options = ['video', ...(isSet(muted) ? ['muted'] : []), ...(isSet(loop) ? ['loop'] : [])];
  const line = dataLine === undefined ? {} : { dataLine };
  return { type: 'element', tagName: 'img', properties: { src, dataVideo: options.join(' '), ...line }, children: [] };
}

/**
 * Puts an image, whose property `dataVideo` has its options, in the place of each video that names a file: both are placed on slides in the
 * same way. Changes the tree.
 */
export function replaceVideoElementsByImages(parent: Root | Element): void {
  for (const [index, child] of parent.children.entries()) {
    if (child.type !== 'element') continue;
    const image = toImage(child);
    if (image) (parent.children as ElementContent[])[index] = image;
    else replaceVideoElementsByImages(child);
  }
}
