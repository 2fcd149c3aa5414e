import type { DeckVideo, MediaSource, ParsedSlide } from '#engine/deck-reading/deck.ts';
import { DECK_LIMITS } from '#engine/deck-reading/deck-limits.ts';
import { DeckRefusal, type DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import { videoLostWarning } from '#features/imports/video-lost.ts';
import type { DeckProcessHost, UncheckedDeckResult } from './deck-task.ts';

/** Gives the bytes of a video of the deck, piece by piece. Iterating throws DeckRefusal for one that is damaged or too large. */
export type ReadVideoPieces = (path: string) => AsyncIterable<Uint8Array>;

/** Writes the videos of a deck, each once, and gives the slides their files. */
class VideoOutput {
  readonly #folder: DeckProcessHost;
  readonly #pieces: ReadVideoPieces;
  readonly #names = new Map<string, string>();
  #written = 0;
  #taken = 0;

  constructor(folder: DeckProcessHost, pieces: ReadVideoPieces) {
    this.#folder = folder;
    this.#pieces = pieces;
  }

  async #write(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<string> {
    this.#written += 1;
    const name = `video-${this.#written}`;
    await this.#folder.write(name, content);
    return name;
  }

  async #fileOf(source: MediaSource): Promise<MediaSource> {
    if (source.from === 'address') return source;
    if (source.from === 'bytes') return { from: 'path', path: await this.#write(source.bytes) };
    if (source.from === 'formulas') throw new Error('formulas are not a video');
    const known = this.#names.get(source.path);
    const name = known ?? (await this.#write(this.#pieces(source.path)));
    this.#names.set(source.path, name);
    return { from: 'path', path: name };
  }

  /** The video with the file that was written. A picture that moves is in the folder already. @throws DeckRefusal */
  async take(video: DeckVideo, isWritten: boolean): Promise<DeckVideo> {
    this.#taken += 1;
    if (this.#taken > DECK_LIMITS.videos)
      throw new DeckRefusal('import_too_large', `of one deck, ${DECK_LIMITS.videos} videos are taken`);
    return isWritten ? video : { ...video, source: await this.#fileOf(video.source) };
  }
}

/**
 * Writes the videos of a deck into its folder, without decoding them. A slide whose video cannot be read shows its image instead, which is
 * reported.
 */
export async function writeDeckVideos(
  taken: UncheckedDeckResult,
  folder: DeckProcessHost,
  pieces: ReadVideoPieces,
): Promise<UncheckedDeckResult> {
  if (!('deck' in taken)) return taken;
  const { deck, pictures } = taken;
  const written = new Set(pictures.map(({ path }) => path));
  const output = new VideoOutput(folder, pieces);
  const warnings: DeckWarning[] = [];
  const slides: ParsedSlide[] = [];
  for (const slide of deck.slides) {
    const { video, ...rest } = slide;
    if (!video) {
      slides.push(slide);
      continue;
    }
    try {
      const { source } = video;
      slides.push({ ...rest, video: await output.take(video, source.from === 'path' && written.has(source.path)) });
    } catch (error) {
      if (!(error instanceof DeckRefusal)) throw error;
      warnings.push(videoLostWarning(slide, error.message));
      slides.push(rest);
    }
  }
  return { ...taken, deck: { ...deck, slides, warnings: [...deck.warnings, ...warnings] } };
}
