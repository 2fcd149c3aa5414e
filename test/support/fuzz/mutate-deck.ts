import { isUtf8 } from 'node:buffer';
import { openZip } from '#engine/deck-reading/zip-archive.ts';
import { makeZip, type ZipPart } from '../decks/zip.ts';
import { mutateBytes } from './mutate-bytes.ts';
import { mutatePdf } from './mutate-pdf.ts';
import { mutateText } from './mutate-text.ts';
import { mutateXml } from './mutate-xml.ts';
import type { RandomChoices } from './random-choices.ts';

/** A sound deck that is changed. */
export interface SampleDeck {
  name: string;
  bytes: Buffer;
  /** The parts of one that is a zip. */
  parts?: readonly { name: string; bytes: Buffer }[];
}

const MOST_PART = 2 ** 24;

/** Reads the parts of a sample that is a zip. */
export async function sampleDeck(name: string, bytes: Buffer): Promise<SampleDeck> {
  if (bytes.subarray(0, 2).toString('latin1') !== 'PK') return { name, bytes };
  const zip = await openZip(bytes);
  const parts: { name: string; bytes: Buffer }[] = [];
  for (const part of zip.names)
    if (!part.endsWith('/')) parts.push({ name: part, bytes: await zip.read(part, MOST_PART) });
  return { name, bytes, parts };
}

const isXml = (name: string): boolean => /\.(?:xml|rels|svg)$/i.test(name);
const isText = (name: string): boolean => /\.(?:md|html?|json|txt)$/i.test(name);

function mutatePart({ name, bytes }: { name: string; bytes: Buffer }, choose: RandomChoices): Buffer {
  if (isXml(name) && isUtf8(bytes)) return Buffer.from(mutateXml(bytes.toString('utf8'), choose));
  return isText(name) ? Buffer.from(mutateText(bytes.toString('utf8'), choose)) : mutateBytes(bytes, choose);
}

/** Parts that decide most are changed most. */
const WEIGHTY = /slides\/|content\.xml$|styles\.xml$|document\.xml$|charts\/|notesSlides\/|\.md$|\.html$|_rels\//;

function mutateZip(parts: readonly { name: string; bytes: Buffer }[], choose: RandomChoices): Buffer {
  const changed: ZipPart[] = parts.map((part) => ({ ...part, isStored: part.name === 'mimetype' }));
  for (let changes = 1 + choose.below(3); changes > 0; changes--) {
    const weighty = changed.filter(({ name }) => WEIGHTY.test(name));
    const part = choose.oneIn(3) || weighty.length === 0 ? choose.of(changed) : choose.of(weighty);
    const at = changed.indexOf(part);
    const kind = choose.below(30);
    const other = choose.of(changed);
    if (kind === 0 && changed.length > 2) changed.splice(at, 1);
    else if (kind === 1) changed[at] = { ...part, bytes: other.bytes };
    else if (kind === 2)
      changed[at] = {
        ...part,
        name: choose.of([
          other.name,
          `../${part.name}`,
          `/${part.name}`,
          part.name.toUpperCase(),
          `${part.name}\u0301`,
        ]),
      };
    else if (kind === 3) changed[at] = { ...part, uncompressedSize: choose.of([0, 1, 0xffffffff, 2 ** 24]) };
    else changed[at] = { ...part, bytes: mutatePart({ name: part.name, bytes: Buffer.from(part.bytes) }, choose) };
  }
  const zip = makeZip(changed);
  return choose.oneIn(25) ? mutateBytes(zip, choose) : zip;
}

/** A changed copy of a deck, the same one for the same choices. */
export function mutateDeck({ name, bytes, parts }: SampleDeck, choose: RandomChoices): Buffer {
  if (parts) return mutateZip(parts, choose);
  return name.endsWith('.pdf') ? mutatePdf(bytes, choose) : Buffer.from(mutateText(bytes.toString('utf8'), choose));
}
