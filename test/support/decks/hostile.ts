import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import type { DeckRefusalCode } from '#engine/deck-reading/deck-warning.ts';
import { ENDLESS, makePdf } from './pdf.ts';
import { boxAt, makePptx, pictureShape, pptxParts, textShape } from './pptx.ts';
import { makeZip, type ZipPart } from './zip.ts';

/** A file that a service is harmed by, or cannot read, and what is said of it. */
export interface HostileDeck {
  name: string;
  /** The media type that it is sent under. */
  type: string;
  file: () => Buffer | Promise<Buffer>;
  /** Several, where the machine decides what ends it: its time or its memory. */
  codes: readonly DeckRefusalCode[];
}

const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
const PDF = 'application/pdf';
const FIXTURES = join(import.meta.dirname, '../../fixtures/decks');
/** More than any plan has. */
const SLIDES = 10_000;
/** What a stream of a bomb becomes: more than the process of a deck may have. */
const BOMB_MEGABYTES = 600;

const SLIDE = { shapes: textShape(2, 'title', ['Fine']) };
/** A sound deck whose parts are changed. */
const pptxWith = (change: (part: ZipPart) => ZipPart[]): Buffer =>
  makeZip(pptxParts({ slides: [SLIDE] }).flatMap(change));
const slideXml = (xml: string): Buffer =>
  pptxWith((part) => [part.name.endsWith('slide1.xml') ? { ...part, bytes: xml } : part]);

/** A PDF that pdfkit encrypts. @param passwords what opens it, and what allows its owner to change it */
export async function lockedPdf(passwords: { userPassword?: string; ownerPassword?: string }): Promise<Buffer> {
  const pdf = new PDFDocument({ size: [960, 540], pdfVersion: '1.7ext3', ...passwords });
  const bytes = buffer(pdf);
  pdf.text('A page under a lock.');
  pdf.end();
  await once(pdf, 'end').catch(() => undefined);
  return bytes;
}

/** 600 MB of spaces in the form of zlib: one megabyte, packed so that it can be repeated. Its checksum is wrong. */
function packedSpaces(): Buffer {
  const megabyte = deflateRawSync(Buffer.alloc(2 ** 20, 32), { finishFlush: constants.Z_FULL_FLUSH });
  const blocks = Array.from({ length: BOMB_MEGABYTES }, () => megabyte);
  return Buffer.concat([Buffer.from('789c', 'hex'), ...blocks, Buffer.from('030000000000', 'hex')]);
}

/** A PDF whose page's content is packed twice, so that a few kilobytes become 600 MB. */
function packedPdf(): Buffer {
  const packed = deflateSync(packedSpaces());
  const stream = `<< /Length ${packed.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n${packed.toString('latin1')}\nendstream`;
  const pdf = makePdf([{}]).toString('latin1');
  return Buffer.from(
    pdf.replace(/<< \/Length \d+ >>\nstream\n[\s\S]*?\nendstream/, () => stream),
    'latin1',
  );
}

/** A PDF whose tree of pages contains itself. */
function loopingPdf(): Buffer {
  const pdf = makePdf([{}, {}]).toString('latin1');
  return Buffer.from(pdf.replace('/Kids [4 0 R 6 0 R]', '/Kids [2 0 R 2 0 R]'), 'latin1');
}

/** Files that must end in a refusal, whatever they do. */
export const HOSTILE_DECKS: readonly HostileDeck[] = [
  {
    name: 'a PDF with a password',
    type: PDF,
    file: () => lockedPdf({ userPassword: 'open sesame' }),
    codes: ['import_encrypted'],
  },
  {
    name: 'an encrypted PPTX',
    type: PPTX,
    file: () => readFileSync(join(FIXTURES, 'encrypted.pptx')),
    codes: ['import_encrypted'],
  },
  {
    name: 'a PPTX that is cut off',
    type: PPTX,
    file: () => {
      const whole = makePptx({ slides: Array(20).fill(SLIDE) });
      return whole.subarray(0, whole.length / 2);
    },
    codes: ['import_invalid'],
  },
  {
    name: 'a PDF of which the beginning is left',
    type: PDF,
    file: () => makePdf([{}, {}]).subarray(0, 120),
    codes: ['import_invalid'],
  },
  {
    name: 'a PPTX with a part that unpacks to 17 MB',
    type: PPTX,
    file: () => slideXml(' '.repeat(17 * 2 ** 20)),
    codes: ['import_invalid', 'import_too_large'],
  },
  {
    name: 'a PPTX that says it is a terabyte',
    type: PPTX,
    file: () =>
      pptxWith((part) => [
        part,
        ...Array.from({ length: 300 }, (_, at) => ({
          name: `${part.name}-${at}`,
          bytes: '',
          uncompressedSize: 0xfffffffe,
        })),
      ]),
    codes: ['import_too_large'],
  },
  { name: 'a PDF with a stream of 600 MB', type: PDF, file: packedPdf, codes: ['import_invalid', 'import_too_large'] },
  {
    name: 'a PPTX with entities in entities',
    type: PPTX,
    file: () =>
      pptxWith((part) => [
        part.name === 'ppt/presentation.xml'
          ? {
              ...part,
              bytes: `<!DOCTYPE x [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, at) => `<!ENTITY a${at} "${`&a${at === 0 ? '' : at - 1};`.repeat(10)}">`).join('')}]>${part.bytes}`,
            }
          : part,
      ]),
    codes: ['import_invalid'],
  },
  {
    name: 'a PPTX that names a file of the machine as an entity',
    type: PPTX,
    file: () =>
      pptxWith((part) => [
        part.name === 'ppt/presentation.xml'
          ? { ...part, bytes: `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${part.bytes}` }
          : part,
      ]),
    codes: ['import_invalid'],
  },
  {
    name: 'a PPTX that shows one slide again and again',
    type: PPTX,
    file: () => makePptx({ slides: [SLIDE], order: Array(SLIDES).fill(0) }),
    codes: ['import_invalid', 'import_too_large'],
  },
  {
    name: 'a PDF whose pages hold themselves',
    type: PDF,
    file: loopingPdf,
    codes: ['import_invalid', 'import_too_large'],
  },
  {
    name: 'a PDF of two pages without end',
    type: PDF,
    file: () => makePdf([{ operators: ENDLESS }, { operators: ENDLESS }]),
    codes: ['import_too_large'],
  },
  {
    name: 'a PPTX of 10,000 slides',
    type: PPTX,
    file: () => makePptx({ slides: Array(SLIDES).fill({}) }),
    codes: ['import_too_large'],
  },
  {
    name: 'a PDF of 10,000 pages',
    type: PDF,
    file: () => makePdf(Array(SLIDES).fill({})),
    codes: ['import_too_large'],
  },
];

/** A PPTX whose one picture says it has 4,000 megapixels: the slide comes without it. */
export function gigapixelPptx(png: Buffer): Buffer {
  const huge = Buffer.from(png);
  huge.writeUInt32BE(64_000, 16);
  huge.writeUInt32BE(64_000, 20);
  return makePptx({
    slides: [{ shapes: pictureShape(5, 'rId1', boxAt(0, 0, 400, 400)), relations: { rId1: ['image', 'media/a.png'] } }],
    parts: { 'ppt/media/a.png': huge },
  });
}
