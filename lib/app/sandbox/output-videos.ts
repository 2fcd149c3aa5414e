import type { DeckVideo, MediaSource, ParsedSlide } from '#engine/deck-reading/deck.ts';
import { DECK_LIMITS } from '#engine/deck-reading/deck-limits.ts';
import { DeckRefusal, type DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import { videoLostWarning } from '#features/imports/video-lost.ts';
import type { DeckProcessHostAccess, UncheckedDeckResult } from './deck-process-task.ts';

/** Reads the bytes of a video of the deck, piece by piece. Iterating throws DeckRefusal for a video that is damaged or too large. */
export type ReadVideoPieces = (path: string) => AsyncIterable<Uint8Array>;

/** Writes the videos of a deck into its folder, each once. */
class VideoOutput {
  readonly #folder: DeckProcessHostAccess;
  readonly #readPieces: ReadVideoPieces;
  readonly #names = new Map<string, string>();
  #writtenCount = 0;
  #takenCount = 0;

  constructor(folder: DeckProcessHostAccess, readPieces: ReadVideoPieces) {
    this.#folder = folder;
    this.#readPieces = readPieces;
  }

  async #write(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<string> {
    this.#writtenCount += 1;
    const name = `video-${this.#writtenCount}`;
    await this.#folder.write(name, content);
    return name;
  }

  async #fileOf(source: MediaSource): Promise<MediaSource> {
    if (source.from === 'address') return source;
    if (source.from === 'bytes') return { from: 'path', path: await this.#write(source.bytes) };
    if (source.from === 'formulas') throw new Error('formulas are not a video');
    const knownName = this.#names.get(source.path);
    const name = knownName ?? (await this.#write(this.#readPieces(source.path)));
    this.#names.set(source.path, name);
    return { from: 'path', path: name };
  }

  /**
   * Writes the file of a video. @returns the video with its file in the folder as its source
   * @param isWritten true for an animated picture, which is in the folder already
   * @throws DeckRefusal for a video that cannot be read, or is one too many
   */
  async take(video: DeckVideo, isWritten: boolean): Promise<DeckVideo> {
    this.#takenCount += 1;
    if (this.#takenCount > DECK_LIMITS.videos)
      throw new DeckRefusal('import_too_large', `of one deck, ${DECK_LIMITS.videos} videos are taken`);
    return isWritten ? video : { ...video, source: await this.#fileOf(video.source) };
  }
}

/**
 * Writes the videos of a deck into its folder, without decoding them. A slide whose video cannot be read shows its image instead, which is
 * reported.
 */
export async function writeDeckVideos(
  result: UncheckedDeckResult,
  folder: DeckProcessHostAccess,
  readPieces: ReadVideoPieces,
): Promise<UncheckedDeckResult> {
  if (!('deck' in result)) return result;
  const { deck, pictures } = result;
  const writtenPaths = new Set(pictures.map(({ path }) => path));
  const output = new VideoOutput(folder, readPieces);
  const warnings: DeckWarning[] = [];
  const slides: ParsedSlide[] = [];
  for (const slide of deck.slides) {
    const { video, ...slideWithoutVideo } = slide;
    if (!video) {
      slides.push(slide);
      continue;
    }
    try {
      const { source } = video;
      slides.push({
        ...slideWithoutVideo,
        video: await output.take(video, source.from === 'path' && writtenPaths.has(source.path)),
      });
    } catch (error) {
      if (!(error instanceof DeckRefusal)) throw error;
      warnings.push(videoLostWarning(slide, error.message));
      slides.push(slideWithoutVideo);
    }
  }
  return { ...result, deck: { ...deck, slides, warnings: [...deck.warnings, ...warnings] } };
}
