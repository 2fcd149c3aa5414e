/** The number of bytes at the start of a file in which the tag `svg` is searched for. */
const SAMPLE_BYTES = 2048;
const SVG_START = /^\uFEFF?\s*<(?:\?xml|!--|!doctype svg|svg)[\s\S]*/i;

/** Reports whether bytes are an SVG, by their start. */
export function isSvg(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, SAMPLE_BYTES)).toString('utf8');
  return SVG_START.test(head) && /<svg[\s>]/i.test(head);
}

/** Reports whether an SVG has text, which is drawn in the fonts of this machine instead of those of the author. */
export const svgHasText = (bytes: Uint8Array): boolean => Buffer.from(bytes).includes('<text');
