import type PDFDocument from 'pdfkit';

type Document = InstanceType<typeof PDFDocument>;

/** A font of no glyphs: its codes are UTF-16, and readers take the text from them. */
const TO_UNICODE = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
1 beginbfrange <0000> <FFFF> <0000> endbfrange
endcmap CMapName currentdict /CMap defineresource pop end end`;

const FONT_NAME = 'Hidden';
/** Width of every sign, in ems; nothing is seen of it. */
const ADVANCE = 0.5;
/** Nothing that text is made of; readers would search for it in vain. */
const CONTROL = /\p{Cc}/gu;

/** Adds the font to a document. @returns its reference, for the pages */
export function addHiddenFont(document: Document): unknown {
  const codes = document.ref({});
  codes.end(TO_UNICODE);
  const system = { Registry: new String('Adobe'), Ordering: new String('Identity'), Supplement: 0 };
  const descriptor = document.ref({
    ...{ Type: 'FontDescriptor', FontName: FONT_NAME, Flags: 4, FontBBox: [0, 0, 500, 1000], ItalicAngle: 0 },
    ...{ Ascent: 1000, Descent: 0, CapHeight: 1000, StemV: 80 },
  });
  descriptor.end('');
  const descendant = document.ref({
    ...{ Type: 'Font', Subtype: 'CIDFontType2', BaseFont: FONT_NAME, CIDSystemInfo: system },
    ...{ FontDescriptor: descriptor, DW: ADVANCE * 1000, CIDToGIDMap: 'Identity' },
  });
  descendant.end('');
  const font = document.ref({
    ...{ Type: 'Font', Subtype: 'Type0', BaseFont: FONT_NAME, Encoding: 'Identity-H' },
    ...{ DescendantFonts: [descendant], ToUnicode: codes },
  });
  font.end('');
  return font;
}

const codesOf = (line: string): string => Buffer.from(line, 'utf16le').swap16().toString('hex');

/**
 * Lays a text over the current page that is not seen, but found, marked and copied. Its lines share the page's height: where the
 * picture shows each of them is not known.
 */
export function addHiddenText(document: Document, font: unknown, text: string): void {
  const lines = text
    .toWellFormed()
    .split('\n')
    .map((line) => line.replace(CONTROL, ' ').trim())
    .filter((line) => line !== '');
  if (lines.length === 0) return;
  const { page } = document;
  (page.fonts as Record<string, unknown>)[FONT_NAME] = font;
  const step = page.height / lines.length;
  const shown = lines.map((line, at) => {
    const size = Math.min(step * 0.8, page.width / (ADVANCE * line.length));
    // pdfkit counts from the top down, letters stand upright.
    return `/${FONT_NAME} ${size.toFixed(3)} Tf 1 0 0 -1 0 ${(step * (at + 0.8)).toFixed(3)} Tm <${codesOf(line)}> Tj`;
  });
  // Screen readers speak the picture's own text.
  document.addContent(`/Artifact BMC BT 3 Tr ${shown.join(' ')} ET EMC`);
}
