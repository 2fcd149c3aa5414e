import { deflateSync } from 'node:zlib';
import { type HostileFile, numbered, PDF } from './hostile-file.ts';
import { ENDLESS, makePdf } from './pdf.ts';

const objectsOf = (objects: readonly string[], trailer = ''): Buffer => {
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = file.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${table}\n%%EOF\n`,
    'latin1',
  );
};
const stream = (facts: string, content: string): string =>
  `<< ${facts} /Length ${content.length} >>\nstream\n${content}\nendstream`;

/** A page with its own objects, from number 5. */
const page = (content: string, resources: string, ...more: readonly string[]): Buffer =>
  objectsOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 960 540] /Contents 4 0 R /Resources << ${resources} >> >>`,
    stream('', content),
    ...more,
  ]);

const FILL = 'q /P cs /Pattern cs /P scn 0 0 960 540 re f Q ';
/** The fills of a page that takes about a second. */
const FILLS_OF_SECOND = 9000;
const CIRCLE = (at: number): string =>
  `${at % 900} ${at % 500} m ${at % 77} 300 600 ${at % 99} ${(at * 7) % 900} ${(at * 3) % 500} c S `;

/** A picture of black pixels that deflates to nothing. */
const blackImage = (side: number, bits: number): string =>
  stream(
    `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent ${bits} /Filter /FlateDecode`,
    deflateSync(Buffer.alloc(Math.ceil((side * bits) / 8) * side), { level: 1 }).toString('latin1'),
  );

/** Pages of PDFs. */
export const HOSTILE_PDF: readonly HostileFile[] = (
  [
    [
      '100 pages of some seconds each',
      () =>
        makePdf(
          numbered(100, () => ({ operators: '/Level3 Do '.repeat(1) + '0 0 960 540 re f '.repeat(FILLS_OF_SECOND) })),
        ),
    ],
    [
      'one page without end among 30',
      () => makePdf(numbered(30, (at) => (at === 20 ? { operators: ENDLESS } : { text: `page ${at}` }))),
    ],
    ['200,000 curves on a page', () => makePdf([{ operators: numbered(200_000, CIRCLE).join('') }])],
    ['a million letters on a page', () => makePdf([{ text: 'm'.repeat(1_000_000) }])],
    [
      '100,000 texts on a page',
      () =>
        makePdf([
          {
            operators: `BT /F1 8 Tf ${numbered(100_000, (at) => `1 0 0 1 ${(at * 7) % 900} ${(at * 13) % 500} Tm (w${at}) Tj`).join(' ')} ET`,
          },
        ]),
    ],
    [
      'an image of 30,000 by 30,000',
      () => page('q 960 0 0 540 0 0 cm /I Do Q', '/XObject << /I 5 0 R >>', blackImage(30_000, 1)),
    ],
    [
      'an image of 12,000 by 12,000, 300 times',
      () => page('q 960 0 0 540 0 0 cm /I Do Q '.repeat(300), '/XObject << /I 5 0 R >>', blackImage(12_000, 8)),
    ],
    ['a page as long as the earth', () => makePdf([{ width: 1e9, height: 1 }])],
    ['a page without sides', () => makePdf([{ width: 0, height: -1 }])],
    [
      'a page of sides that are not numbers',
      () =>
        Buffer.from(
          makePdf([{}]).toString('latin1').replace('/MediaBox [0 0 960 540]', '/MediaBox [(a) 1e999 NaN 5]'),
          'latin1',
        ),
    ],
    [
      'a table of objects that names itself',
      () =>
        objectsOf(
          [
            '<< /Type /Catalog /Pages 2 0 R >>',
            '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
            '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
          ],
          '/Prev 9',
        ),
    ],
    [
      'a page that is its own parent',
      () =>
        objectsOf([
          '<< /Type /Catalog /Pages 2 0 R >>',
          '<< /Type /Pages /Count 1 /Kids [3 0 R] /Parent 3 0 R >>',
          '<< /Type /Page /Parent 3 0 R /Contents 3 0 R /Resources 3 0 R /MediaBox 3 0 R >>',
        ]),
    ],
    [
      'a tree of pages 20,000 deep',
      () =>
        objectsOf([
          '<< /Type /Catalog /Pages 2 0 R >>',
          ...numbered(20_000, (at) => `<< /Type /Pages /Count 1 /Kids [${at + 3} 0 R] /Parent ${at + 1} 0 R >>`),
          '<< /Type /Page /Parent 20001 0 R /MediaBox [0 0 960 540] >>',
        ]),
    ],
    [
      'arrays 100,000 deep',
      () =>
        objectsOf([
          '<< /Type /Catalog /Pages 2 0 R >>',
          `<< /Type /Pages /Count 1 /Kids ${'['.repeat(100_000)}3 0 R${']'.repeat(100_000)} >>`,
          '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 960 540] >>',
        ]),
    ],
    [
      'a form that draws itself',
      () =>
        page(
          '/F Do',
          '/XObject << /F 5 0 R >>',
          stream(
            '/Type /XObject /Subtype /Form /BBox [0 0 960 540] /Resources << /XObject << /F 5 0 R >> >>',
            '/F Do /F Do 0 0 9 9 re f',
          ),
        ),
    ],
    [
      'tiles of a point',
      () =>
        page(
          '/Pattern cs /P scn 0 0 960 540 re f '.repeat(200),
          '/Pattern << /P 5 0 R >>',
          stream(
            '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.01 /YStep 0.01 /Resources << >>',
            '1 0 0 rg 0 0 1 1 re f',
          ),
        ),
    ],
    [
      'tiles in tiles',
      () =>
        page(
          FILL.repeat(20),
          '/Pattern << /P 5 0 R >>',
          stream(
            '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 1 /YStep 1 /Resources << /Pattern << /P 5 0 R >> >>',
            FILL,
          ),
        ),
    ],
    [
      'a shading of a long program',
      () =>
        page(
          '/S sh '.repeat(50),
          '/Shading << /S 5 0 R >>',
          '<< /ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 1 0 1] /Matrix [960 0 0 540 0 0] /Function 6 0 R >>',
          stream(
            '/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]',
            `{ ${'dup sin exch cos '.repeat(2000)} dup }`,
          ),
        ),
    ],
    [
      'groups with masks, 60 deep',
      () =>
        page(
          '/G0 gs /F0 Do',
          '/ExtGState << /G0 5 0 R >> /XObject << /F0 6 0 R >>',
          ...numbered(60, (at) => [
            `<< /Type /ExtGState /SMask << /S /Luminosity /G ${6 + 2 * at} 0 R >> /ca 0.5 >>`,
            stream(
              `/Type /XObject /Subtype /Form /BBox [0 0 960 540] /Group << /S /Transparency /I true >> /Resources << ${at < 59 ? `/ExtGState << /G 0 R >> /XObject << /F ${8 + 2 * at} 0 R >>` : ''} >>`,
              at < 59 ? '/F Do /F Do 0 0 960 540 re f' : '0 0 960 540 re f',
            ),
          ]).flat(),
        ),
    ],
    [
      '50,000 notes on a page',
      () =>
        objectsOf([
          '<< /Type /Catalog /Pages 2 0 R >>',
          '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
          `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 960 540] /Annots [${numbered(50_000, (at) => `${at + 4} 0 R`).join(' ')}] >>`,
          ...numbered(50_000, () => '<< /Type /Annot /Subtype /Square /Rect [0 0 960 540] /C [1 0 0] /F 4 >>'),
        ]),
    ],
    [
      'a script',
      () =>
        objectsOf([
          '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (while (true) app.alert(1)) >> >>',
          '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
          '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 960 540] /AA << /O << /S /Launch /F (/bin/sh) >> >> >>',
        ]),
    ],
    [
      'a page that is another file',
      () =>
        page(
          '/F Do',
          '/XObject << /F 5 0 R >>',
          '<< /Type /XObject /Subtype /Image /Width 9 /Height 9 /ColorSpace /DeviceGray /BitsPerComponent 8 /F (/etc/passwd) /FFilter /ASCIIHexDecode /Length 0 >>\nstream\n\nendstream',
        ),
    ],
    ['2,000 pages of steps', () => makePdf(numbered(2000, (at) => ({ text: 'word '.repeat(at) })))],
    ['30 pages of long texts', () => makePdf(numbered(30, (at) => ({ text: `word${at} `.repeat(800) })))],
  ] as const
).map(([name, file]) => ({ name: `a PDF with ${name}`, type: PDF, file }));
