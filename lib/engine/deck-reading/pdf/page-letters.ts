import type { Pdfium } from './pdfium.ts';

/** A rectangle of a page in points, from the lower left corner of the page. */
export interface PdfPageBox {
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
  box: PdfPageBox;
  /** Points. */
  size: number;
  /** PDFium generated it, for instance at the end of a line. */
  isGenerated: boolean;
  isHyphen: boolean;
  isSeen: boolean;
  /** Handles of its text object and font; 0 for a generated character. */
  object: number;
  font: number;
}

/** Kinds of page objects in PDFium (`fpdf_edit.h`), and text rendering modes (ISO 32000-1, table 106). */
const IMAGE = 3;
const INVISIBLE = 3;
const CLIP_ONLY = 7;
/** The smallest share of the page that an image covers to count as a possible scan, with its text below. */
const SCAN = 0.5;

/** The most paths and segments of a clipping path that are read. A path with more is not a frame. */
const MAX_PATHS = 16;
const MAX_SEGMENTS = 256;

const isWithin = (box: PdfPageBox, { left, right, bottom, top }: PdfPageBox): boolean => {
  const [x, y] = [(box.left + box.right) / 2, (box.bottom + box.top) / 2];
  return x >= left && x <= right && y >= bottom && y <= top;
};

/** The visible part of a page: its crop box if that is on the page, else the whole page. */
function shownBox(pdfium: Pdfium, page: number): PdfPageBox {
  return pdfium.withMemory(16, (at) => {
    const isKnown = pdfium._FPDF_GetPageBoundingBox(page, at) !== 0;
    const [left = 0, top = 0, right = 0, bottom = 0] = pdfium.HEAPF32.subarray(at / 4, at / 4 + 4);
    if (isKnown && right > left && top > bottom) return { left, right, bottom, top };
    return { left: 0, right: pdfium._FPDF_GetPageWidth(page), bottom: 0, top: pdfium._FPDF_GetPageHeight(page) };
  });
}

/** The bounding box of the clipping path of an object; undefined if it has none. */
function clipOf(pdfium: Pdfium, object: number): PdfPageBox | undefined {
  const clip = pdfium._FPDFPageObj_GetClipPath(object);
  const paths = clip === 0 ? 0 : pdfium._FPDFClipPath_CountPaths(clip);
  let left: PdfPageBox | undefined;
  for (let path = 0; path < Math.min(MAX_PATHS, paths); path++) {
    const segments = pdfium._FPDFClipPath_CountPathSegments(clip, path);
    if (segments > MAX_SEGMENTS) continue;
    const points = pdfium.withMemory(8, (at) =>
      Array.from({ length: Math.max(0, segments) }, (_, segment) => {
        pdfium._FPDFPathSegment_GetPoint(pdfium._FPDFClipPath_GetPathSegment(clip, path, segment), at, at + 4);
        return [pdfium.HEAPF32[at / 4] ?? 0, pdfium.HEAPF32[at / 4 + 1] ?? 0] as const;
      }),
    );
    if (points.length === 0) continue;
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const box = { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) };
    left = left
      ? {
          left: Math.max(left.left, box.left),
          right: Math.min(left.right, box.right),
          bottom: Math.max(left.bottom, box.bottom),
          top: Math.min(left.top, box.top),
        }
      : box;
  }
  return left;
}

const areaOf = ({ left, right, bottom, top }: PdfPageBox): number =>
  Math.max(0, right - left) * Math.max(0, top - bottom);

/** The box of the largest image of a page. */
function largestImage(pdfium: Pdfium, objects: readonly number[]): PdfPageBox {
  return pdfium.withMemory(16, (at) =>
    objects.reduce<PdfPageBox>(
      (largest, object) => {
        if (pdfium._FPDFPageObj_GetType(object) !== IMAGE) return largest;
        if (pdfium._FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12) === 0) return largest;
        const [left = 0, bottom = 0, right = 0, top = 0] = pdfium.HEAPF32.subarray(at / 4, at / 4 + 4);
        const box = { left, right, bottom, top };
        return areaOf(box) > areaOf(largest) ? box : largest;
      },
      { left: 0, right: 0, bottom: 0, top: 0 },
    ),
  );
}

/**
 * Reads the characters of a page. Characters outside the visible part of the page, clipped away or drawn invisibly do not count as seen.
 * The words beneath a scan do: they outnumber other words, which a scanner or a program may have stamped on the page.
 * @param text page of PDFium
 */
export function readPdfCharacters(pdfium: Pdfium, page: number, text: number): PdfPageCharacter[] {
  const shown = shownBox(pdfium, page);
  const objects = Array.from({ length: Math.max(0, pdfium._FPDFPage_CountObjects(page)) }, (_, index) =>
    pdfium._FPDFPage_GetObject(page, index),
  );
  // Clipping paths of form objects have other coordinates.
  const onPage = new Set(objects);
  const clips = new Map<number, PdfPageBox | undefined>();
  const clipAround = (object: number): PdfPageBox | undefined => {
    if (!clips.has(object)) clips.set(object, clipOf(pdfium, object));
    return clips.get(object);
  };
  const count = Math.max(0, pdfium._FPDFText_CountChars(text));
  const hidden = new Set<PdfPageCharacter>();
  const letters = pdfium.withMemory(32, (at) => {
    const doubles = (): PdfPageBox => {
      const [left = 0, right = 0, bottom = 0, top = 0] = pdfium.HEAPF64.subarray(at / 8, at / 8 + 4);
      return { left, right, bottom, top };
    };
    /** Place of a letter: its box, or the point from which it is drawn. */
    const boxOf = (index: number): PdfPageBox => {
      if (pdfium._FPDFText_GetCharBox(text, index, at, at + 8, at + 16, at + 24) !== 0) return doubles();
      pdfium._FPDFText_GetCharOrigin(text, index, at, at + 8);
      const { left: x, right: y } = doubles();
      return { left: x, right: x, bottom: y, top: y };
    };
    return Array.from({ length: count }, (_, index): PdfPageCharacter => {
      const code = pdfium._FPDFText_GetUnicode(text, index);
      const isGenerated = pdfium._FPDFText_IsGenerated(text, index) === 1;
      const box = boxOf(index);
      const object = isGenerated ? 0 : pdfium._FPDFText_GetTextObject(text, index);
      const mode = object === 0 ? 0 : pdfium._FPDFTextObj_GetTextRenderMode(object);
      const hasColor = pdfium._FPDFText_GetFillColor(text, index, at, at + 4, at + 8, at + 12) === 1;
      const isClear = hasColor && mode === 0 && pdfium.HEAPU32[at / 4 + 3] === 0;
      const clip = onPage.has(object) ? clipAround(object) : undefined;
      const isThere = isWithin(box, shown) && (!clip || isWithin(box, clip));
      const isDrawn = mode !== INVISIBLE && mode !== CLIP_ONLY && !isClear;
      const letter = {
        text: code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '',
        ...{ index, box, size: pdfium._FPDFText_GetFontSize(text, index), isGenerated },
        isHyphen: pdfium._FPDFText_IsHyphen(text, index) === 1,
        isSeen: isThere && isDrawn,
        ...{ object, font: object === 0 ? 0 : pdfium._FPDFTextObj_GetFont(object) },
      };
      if (isThere && mode === INVISIBLE) hidden.add(letter);
      return letter;
    });
  });
  const inked = letters.filter(
    ({ isSeen, isGenerated, text: letter }) => isSeen && !isGenerated && letter.trim() !== '',
  );
  const beneath = [...hidden].filter((letter) => letter.text.trim() !== '');
  if (beneath.length <= inked.length) return letters;
  const scan = largestImage(pdfium, objects);
  if (areaOf(scan) < SCAN * areaOf(shown)) return letters;
  return letters.map((letter) =>
    hidden.has(letter) && isWithin(letter.box, scan) ? { ...letter, isSeen: true } : letter,
  );
}
