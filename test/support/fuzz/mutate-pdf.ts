import { mutateBytes } from './mutate-bytes.ts';
import type { RandomChoices } from './random-choices.ts';

const NUMBERS = [
  '0',
  '-1',
  '1',
  '99999',
  '1e9',
  '2147483648',
  '-2147483648',
  '0.00001',
  'NaN',
  '1 0 R',
  '3 0 R',
  'null',
  '[]',
  '<<>>',
  '(a)',
  '/N',
];
const OBJECT = /\d+ 0 obj[\s\S]*?endobj\n?/g;

/** A changed copy of a PDF: numbers, references, names and objects of its plain parts, or bytes anywhere. Readers find objects again whose places are wrong. */
export function mutatePdf(bytes: Buffer, choose: RandomChoices): Buffer {
  if (choose.oneIn(3)) return mutateBytes(bytes, choose);
  let text = bytes.toString('latin1');
  for (let changes = 1 + choose.below(4); changes > 0; changes--) {
    const kind = choose.below(5);
    const pattern = [/-?\d+(?:\.\d+)?/g, /\d+ 0 R/g, /\/[A-Za-z][A-Za-z0-9]*/g, OBJECT, OBJECT][kind] ?? OBJECT;
    const matches = [...text.matchAll(pattern)];
    if (matches.length === 0) continue;
    const [match, other] = [choose.of(matches), choose.of(matches)];
    const put = [choose.of(NUMBERS), `${choose.below(30)} 0 R`, other[0], '', match[0] + other[0]][kind] ?? '';
    text = text.slice(0, match.index) + put + text.slice(match.index + match[0].length);
  }
  return Buffer.from(text, 'latin1');
}
