import type { Pdfium } from './pdfium.ts';

/** A rectangle of a page in points, from the lower left corner of the page. */
export interface PdfPageRectangle {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** A character of a page. */
export interface PdfPageCharacter {
  text: string;
  /** Its index in PDFium's text of the page, from 0. */
  index: number;
  box: PdfPageRectangle;
  /** Points. */
  size: number;
  /** True if PDFium generated it, for instance at the end of a line. */
  isGenerated: boolean;
  /** True if it is a hyphen that splits a word at the end of a line. */
  isHyphen: boolean;
  /** True if readers of the page see it, or if it is a word beneath a scan. */
  isSeen: boolean;
  /** Handles of its text object and font; 0 for a generated character. */
  object: number;
  font: number;
}

/** A kind of page object in PDFium (`fpdf_edit.h`). */
const IMAGE_OBJECT = 3;
/** Text rendering modes (ISO 32000-1, table 106). */
const INVISIBLE_MODE = 3;
const CLIP_ONLY_MODE = 7;
/** The smallest share of the page that an image covers to count as a possible scan, with its text below. */
const MIN_SCAN_SHARE = 0.5;

/** The highest numbers of paths in a clipping path, and of segments in a path, that are read. A path with more is not a frame. */
const MAX_PATHS = 16;
const MAX_SEGMENTS = 256;

const isWithin = (box: PdfPageRectangle, { left, right, bottom, top }: PdfPageRectangle): boolean => {
  const [x, y] = [(box.left + box.right) / 2, (box.bottom + box.top) / 2];
  return x >= left && x <= right && y >= bottom && y <= top;
};

/** The visible part of a page: its crop box if that is on the page, else the whole page. */
function visibleBoxOf(pdfium: Pdfium, page: number): PdfPageRectangle {
  return pdfium.withMemory(16, (address) => {
    const hasBoundingBox = pdfium._FPDF_GetPageBoundingBox(page, address) !== 0;
    const [left = 0, top = 0, right = 0, bottom = 0] = pdfium.HEAPF32.subarray(address / 4, address / 4 + 4);
    if (hasBoundingBox && right > left && top > bottom) return { left, right, bottom, top };
    return { left: 0, right: pdfium._FPDF_GetPageWidth(page), bottom: 0, top: pdfium._FPDF_GetPageHeight(page) };
  });
}

/** The bounding box of the clipping path of an object; undefined if it has none. */
function clipBoxOf(pdfium: Pdfium, object: number): PdfPageRectangle | undefined {
  const clipPath = pdfium._FPDFPageObj_GetClipPath(object);
  const pathCount = clipPath === 0 ? 0 : pdfium._FPDFClipPath_CountPaths(clipPath);
  let intersection: PdfPageRectangle | undefined;
  for (let path = 0; path < Math.min(MAX_PATHS, pathCount); path++) {
    const segmentCount = pdfium._FPDFClipPath_CountPathSegments(clipPath, path);
    if (segmentCount > MAX_SEGMENTS) continue;
    const points = pdfium.withMemory(8, (address) =>
      Array.from({ length: Math.max(0, segmentCount) }, (_, segment) => {
        pdfium._FPDFPathSegment_GetPoint(
          pdfium._FPDFClipPath_GetPathSegment(clipPath, path, segment),
          address,
          address + 4,
        );
        return [pdfium.HEAPF32[address / 4] ?? 0, pdfium.HEAPF32[address / 4 + 1] ?? 0] as const;
      }),
    );
    if (points.length === 0) continue;
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const box = { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) };
    intersection = intersection
      ? {
          left: Math.max(intersection.left, box.left),
          right: Math.min(intersection.right, box.right),
          bottom: Math.max(intersection.bottom, box.bottom),
          top: Math.min(intersection.top, box.top),
        }
      : box;
  }
  return intersection;
}

const areaOf = ({ left, right, bottom, top }: PdfPageRectangle): number =>
  Math.max(0, right - left) * Math.max(0, top - bottom);

/** The box of the largest image of a page. */
function largestImageBox(pdfium: Pdfium, objects: readonly number[]): PdfPageRectangle {
  return pdfium.withMemory(16, (address) =>
    objects.reduce<PdfPageRectangle>(
      (largest, object) => {
        if (pdfium._FPDFPageObj_GetType(object) !== IMAGE_OBJECT) return largest;
        if (pdfium._FPDFPageObj_GetBounds(object, address, address + 4, address + 8, address + 12) === 0)
          return largest;
        const [left = 0, bottom = 0, right = 0, top = 0] = pdfium.HEAPF32.subarray(address / 4, address / 4 + 4);
        const box = { left, right, bottom, top };
        return areaOf(box) > areaOf(largest) ? box : largest;
      },
      { left: 0, right: 0, bottom: 0, top: 0 },
    ),
  );
}

/**
 * Reads the characters of a page. Characters outside the visible part of the page, clipped away or drawn invisibly do not count as seen.
 * The invisible words beneath a scan count as seen if they outnumber the visible ones, which a scanner or a program may have stamped on the
 * page.
 * @param page handle of PDFium's page
 * @param textPage handle of PDFium's text page
 */
export function readPdfCharacters(pdfium: Pdfium, page: number, textPage: number): PdfPageCharacter[] {
  const visibleBox = visibleBoxOf(pdfium, page);
  const objects = Array.from({ length: Math.max(0, pdfium._FPDFPage_CountObjects(page)) }, (_, index) =>
    pdfium._FPDFPage_GetObject(page, index),
  );
  // Clipping paths of form objects have other coordinates.
  const pageObjects = new Set(objects);
  const clipBoxByObject = new Map<number, PdfPageRectangle | undefined>();
  const cachedClipBoxOf = (object: number): PdfPageRectangle | undefined => {
    if (!clipBoxByObject.has(object)) clipBoxByObject.set(object, clipBoxOf(pdfium, object));
    return clipBoxByObject.get(object);
  };
  const characterCount = Math.max(0, pdfium._FPDFText_CountChars(textPage));
  const invisibleLetters = new Set<PdfPageCharacter>();
  const letters = pdfium.withMemory(32, (address) => {
    const readDoublesAsBox = (): PdfPageRectangle => {
      const [left = 0, right = 0, bottom = 0, top = 0] = pdfium.HEAPF64.subarray(address / 8, address / 8 + 4);
      return { left, right, bottom, top };
    };
    /** Place of a letter: its box, or the point from which it is drawn. */
    const boxOf = (index: number): PdfPageRectangle => {
      if (pdfium._FPDFText_GetCharBox(textPage, index, address, address + 8, address + 16, address + 24) !== 0)
        return readDoublesAsBox();
      pdfium._FPDFText_GetCharOrigin(textPage, index, address, address + 8);
      const { left: x, right: y } = readDoublesAsBox();
      return { left: x, right: x, bottom: y, top: y };
    };
    return Array.from({ length: characterCount }, (_, index): PdfPageCharacter => {
      const code = pdfium._FPDFText_GetUnicode(textPage, index);
      const isGenerated = pdfium._FPDFText_IsGenerated(textPage, index) === 1;
      const box = boxOf(index);
      const object = isGenerated ? 0 : pdfium._FPDFText_GetTextObject(textPage, index);
      const mode = object === 0 ? 0 : pdfium._FPDFTextObj_GetTextRenderMode(object);
      const hasColor =
        pdfium._FPDFText_GetFillColor(textPage, index, address, address + 4, address + 8, address + 12) === 1;
      const isTransparent = hasColor && mode === 0 && pdfium.HEAPU32[address / 4 + 3] === 0;
      const clipBox = pageObjects.has(object) ? cachedClipBoxOf(object) : undefined;
      const isInVisibleArea = isWithin(box, visibleBox) && (!clipBox || isWithin(box, clipBox));
      const isDrawn = mode !== INVISIBLE_MODE && mode !== CLIP_ONLY_MODE && !isTransparent;
      const letter = {
        text: code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '',
        index,
        box,
        size: pdfium._FPDFText_GetFontSize(textPage, index),
        isGenerated,
        isHyphen: pdfium._FPDFText_IsHyphen(textPage, index) === 1,
        isSeen: isInVisibleArea && isDrawn,
        object,
        font: object === 0 ? 0 : pdfium._FPDFTextObj_GetFont(object),
      };
      if (isInVisibleArea && mode === INVISIBLE_MODE) invisibleLetters.add(letter);
      return letter;
    });
  });
  const visibleLetters = letters.filter(
    ({ isSeen, isGenerated, text: letter }) => isSeen && !isGenerated && letter.trim() !== '',
  );
  const nonBlankInvisibleLetters = [...invisibleLetters].filter((letter) => letter.text.trim() !== '');
  if (nonBlankInvisibleLetters.length <= visibleLetters.length) return letters;
  const scan = largestImageBox(pdfium, objects);
  if (areaOf(scan) < MIN_SCAN_SHARE * areaOf(visibleBox)) return letters;
  return letters.map((letter) =>
    invisibleLetters.has(letter) && isWithin(letter.box, scan) ? { ...letter, isSeen: true } : letter,
  );
}
