import { USUAL_DECK_CPU_BUDGET } from '#app/sandbox/deck-budget.ts';
import { readDeckInFolder } from '#app/sandbox/take-deck.ts';
import type { ReencodedImage } from '#features/images/ports.ts';
import type { Import } from '#features/imports/import.ts';
import { planImport } from '#features/imports/plan-import.ts';
import type { LoadedTimeline } from '#features/timelines/timeline.ts';
import { newId } from '#kernel/shared/ids.ts';
import { START } from '../samples/entities.ts';
import { decodePicture } from './decode-picture.ts';

const UNREACHED = { why: 'nothing is fetched here.' };
/** Every address is known to be out of reach. */
const fetchesNothing = new Proxy<Record<string, typeof UNREACHED>>(
  {},
  {
    get: () => UNREACHED,
    getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true, value: UNREACHED }),
  },
);

/**
 * The timeline that an import makes of a deck, read in this process. Slides have the facts of their pictures, whose files are not there.
 * @throws Error for a deck that is refused
 */
export async function timelineOfDeck(name: string, bytes: Buffer): Promise<LoadedTimeline> {
  const files = new Map<string, Uint8Array>([['deck', bytes]]);
  const taken = await readDeckInFolder(
    {
      ...{ has_pdf: false, look: 'redesign', pdf_text: 'none', long_side: 1920, max_slides: 500, skipped: [] },
      fetched: fetchesNothing,
      ...{ budget: USUAL_DECK_CPU_BUDGET, spent_cpu_seconds: 0, started_pictures: 0, cpu_time_factor: 1 },
    },
    {
      read: async (file) => Buffer.from(files.get(file) ?? []),
      write: async (file, content) => void (content instanceof Uint8Array && files.set(file, content)),
      startStep: () => undefined,
      cpuSeconds: () => 0,
    },
  );
  if (!('deck' in taken)) throw new Error(`${name} was not read: ${JSON.stringify(taken)}`);
  const { deck, pictures } = taken;
  const decoded = new Map<string, Omit<ReencodedImage, 'bytes'> & { path: string }>();
  for (const { path, kind, crop } of pictures) {
    const { bytes: _, ...facts } = await decodePicture(kind, files.get(path) ?? Buffer.alloc(0), 'acc_1', crop);
    decoded.set(path, { path, ...facts });
  }
  const stored = deck.slides.map(({ image, builds = [] }, at) => {
    const sources = [...(image ? [image] : []), ...builds].map(({ source }) => source);
    const pictures = sources.flatMap((source) => (source.from === 'path' ? (decoded.get(source.path) ?? []) : []));
    const named = pictures.map(
      ({ path, ...facts }) => [path, { ...facts, key: path, sha256: path, size_bytes: 1 }] as const,
    );
    return [at, new Map(named)] as const;
  });
  const made: Import = {
    ...{
      id: newId('import'),
      account_id: newId('account'),
      plan: 'max',
      status: 'processing',
      progress: 0,
      attempt: 1,
    },
    ...{ timeline_id: newId('timeline'), options: { look: 'redesign', pdf_text: 'none' } },
    ...{ kind: deck.kind, name, size_bytes: bytes.length, deck_key: name, created_at: START.toISOString() },
    enqueued_at: START.toISOString(),
  };
  return planImport(made, deck, { pictures: new Map(stored), recordings: new Map() }, START).loaded;
}
