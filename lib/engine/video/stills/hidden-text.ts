import type PDFDocument from 'pdfkit';

type PdfDocument = InstanceType<typeof PDFDocument>;

/** The `ToUnicode` map of a font without glyphs: its codes are UTF-16 units, from which readers extract the text (ISO 32000-1, 9.10.3). */
const TO_UNICODE = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
1 beginbfrange <0000> <FFFF> <0000> endbfrange
endcmap CMapName currentdict /CMap defineresource pop end end`;

const FONT_NAME = 'Hidden';
/** Width of every character, in ems. The text is invisible: the width only decides which area is highlighted. */
const CHARACTER_WIDTH_EMS = 0.5;
/** Control characters, which are left out: readers cannot search for them. */
const CONTROL_CHARACTERS = /\p{Cc}/gu;

/** Adds the font of hidden text to a document. @returns its reference, for `addHiddenPdfText` */
export function addHiddenPdfTextFont(document: PdfDocument): unknown {
  const codes = document.ref({});
  codes.end(TO_UNICODE);
  const system = { Registry: new String('Adobe'), Ordering: new String('Identity'), Supplement: 0 };
  const descriptor = document.ref({
    Type: 'FontDescriptor',
    FontName: FONT_NAME,
    Flags: 4,
    FontBBox: [0, 0, 500, 1000],
    ItalicAngle: 0,
    Ascent: 1000,
    Descent: 0,
    CapHeight: 1000,
    StemV: 80,
  });
  descriptor.end('');
  const descendant = document.ref({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: FONT_NAME,
    CIDSystemInfo: system,
    FontDescriptor: descriptor,
    DW: CHARACTER_WIDTH_EMS * 1000,
    CIDToGIDMap: 'Identity',
  });
  descendant.end('');
  const font = document.ref({
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: FONT_NAME,
    Encoding: 'Identity-H',
    DescendantFonts: [descendant],
    ToUnicode: codes,
  });
  font.end('');
  return font;
}

const codesOf = (line: string): string => Buffer.from(line, 'utf16le').swap16().toString('hex');

/**
 * Adds an invisible text over the current page, which can be searched, selected and copied. Its lines divide the height of the page equally,
 * because their places in the picture are not known.
 */
export function addHiddenPdfText(document: PdfDocument, font: unknown, text: string): void {
  const lines = text
    .toWellFormed()
    .split('\n')
    .map((line) => line.replace(CONTROL_CHARACTERS, ' ').trim())
    .filter((line) => line !== '');
  if (lines.length === 0) return;
  const { page } = document;
  (page.fonts as Record<string, unknown>)[FONT_NAME] = font;
  const lineHeight = page.height / lines.length;
  const operators = lines.map((line, index) => {
    const size = Math.min(lineHeight * 0.8, page.width / (CHARACTER_WIDTH_EMS * line.length));
    // In pdfkit, the y axis of a page points down: the text matrix reverses it, so that letters are upright.
    return `/${FONT_NAME} ${size.toFixed(3)} Tf 1 0 0 -1 0 ${(lineHeight * (index + 0.8)).toFixed(3)} Tm <${codesOf(line)}> Tj`;
  });
  // Rendering mode 3 draws nothing (ISO 32000-1, 9.3.6). As an artifact it is not read aloud: screen readers speak the text of the picture.
  document.addContent(`/Artifact BMC BT 3 Tr ${operators.join(' ')} ET EMC`);
}
