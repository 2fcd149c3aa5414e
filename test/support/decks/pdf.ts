/** A page of a PDF that a test makes. */
export interface TestPage {
  text?: string;
  /** Red, green and blue of the whole page, 0–1. */
  color?: readonly [number, number, number];
  /** Operators of its content after that. */
  operators?: string;
  /** The part of the page that is shown: left, bottom, right, top. */
  crop?: readonly number[];
  /** Points. */
  width?: number;
  height?: number;
}

/** The fills of an endless page: more than any machine draws while a test waits. */
const FILLS_OF_LEVEL = 40;
const LEVELS = 6;

/** A page of 4,000 million fills in a file of a few kilobytes: each form draws the next one 40 times. `operators: ENDLESS` draws it. */
export const ENDLESS = '/Level0 Do';

/** What the whole file says. */
export interface TestPdf {
  title?: string;
  /** Dictionaries of fonts by the names that operators use. */
  fonts?: Readonly<Record<string, string>>;
}

/** Operators of a scan: an image over a part of the page, in points. */
export const scanned = (left: number, bottom: number, width: number, height: number): string =>
  `q ${width} 0 0 ${height} ${left} ${bottom} cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q `;

/** A PDF as small as readers take it. */
export function makePdf(pages: readonly TestPage[], { title, fonts = {} }: TestPdf = {}): Buffer {
  const named = Object.entries(fonts)
    .map(([name, font]) => `/${name} ${font}`)
    .join(' ');
  const objects: string[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${4 + 2 * at} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  const level = (at: number): string => `/Level${at} ${4 + 2 * pages.length + at} 0 R`;
  for (const [
    at,
    { text = '', color = [1, 1, 1], operators = '', crop, width = 960, height = 540 },
  ] of pages.entries()) {
    const content = `${color.join(' ')} rg 0 0 ${width} ${height} re f 0 0 0 rg BT /F1 40 Tf 60 400 Td (${text}) Tj ET ${operators}`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] ${crop ? `/CropBox [${crop.join(' ')}]` : ''} /Contents ${5 + 2 * at} 0 R /Resources << /Font << /F1 3 0 R ${named} >> /XObject << ${level(0)} >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  }
  for (let at = 0; at < LEVELS; at += 1) {
    const isLast = at === LEVELS - 1;
    const content = (isLast ? '0 0 9 9 re f ' : `/Level${at + 1} Do `).repeat(FILLS_OF_LEVEL);
    const resources = isLast ? '' : `/Resources << /XObject << ${level(at + 1)} >> >>`;
    objects.push(
      `<< /Type /XObject /Subtype /Form /BBox [0 0 960 540] ${resources} /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  }
  if (title !== undefined) objects.push(`<< /Title (${title}) >>`);
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = file.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${title === undefined ? '' : `/Info ${objects.length} 0 R`} >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
