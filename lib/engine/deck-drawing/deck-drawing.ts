import { readFile } from 'node:fs/promises';
import { type DeckMaker, type MadePicture, MakerFailed, openMaker, type SlideFacts } from './deck-maker.ts';
import { facesOfDeck, type NeededFaces } from './faces-for.ts';
import { freeMemory } from './free-memory.ts';

/** A slide that was drawn as its deck made it. */
export interface DrawnSlide extends MadePicture, Omit<SlideFacts, 'faces'>, Omit<NeededFaces, 'fonts'> {}

/** A deck whose slides can be drawn. */
export interface DeckDrawing {
  /**
   * Draws a slide.
   * @param part of the slide in the package @param longSide pixels of the longer side
   * @throws MakerFailed for a slide that cannot be drawn; the next one may be
   */
  draw(part: string, longSide: number): Promise<DrawnSlide>;
}

/** Instances that a deck may use up: one whose memory was full has it until it is collected. */
const MAX_INSTANCES = 3;

/** The module, compiled once in a process. */
const modules = new Map<string, Promise<WebAssembly.Module>>();

function compile(file: string): Promise<WebAssembly.Module> {
  const known = modules.get(file) ?? readFile(file).then((bytes) => WebAssembly.compile(bytes));
  modules.set(file, known);
  known.catch(() => modules.delete(file));
  return known;
}

/** A deck in an instance, and the fonts that it was given. */
interface Opened {
  maker: DeckMaker;
  facesFor: ReturnType<typeof facesOfDeck>;
}

/**
 * Opens a PPTX to draw its slides. The module runs in WebAssembly: it can neither be interrupted nor held within V8's memory, so call this
 * in a process that is ended from outside. It has its own memory limit, and neither files nor a network.
 * @param file of the module: `makerFile` @param language of the deck
 * @throws MakerFailed for a deck that cannot be opened
 */
export async function openDeckDrawing(file: string, deck: Uint8Array, language: string): Promise<DeckDrawing> {
  const module = await compile(file);
  let instances = 0;
  const open = async (): Promise<Opened> => {
    if (++instances > MAX_INSTANCES) throw new MakerFailed('too many slides ended the maker', true);
    freeMemory();
    return { maker: await openMaker(module, deck), facesFor: facesOfDeck(language) };
  };
  let opened: Opened | undefined = await open();

  const drawWith = async ({ maker, facesFor }: Opened, part: string, longSide: number): Promise<DrawnSlide> => {
    const index = maker.parts.indexOf(part);
    if (index < 0) throw new MakerFailed(`the maker has not found ${part}`, false);
    const { faces, ...facts } = maker.factsOf(index);
    const { fonts, ...ofFonts } = await facesFor(faces);
    for (const font of fonts) maker.addFont(font);
    return { ...facts, ...ofFonts, ...maker.draw(index, longSide) };
  };

  return {
    async draw(part, longSide) {
      opened ??= await open();
      try {
        return await drawWith(opened, part, longSide);
      } catch (error) {
        if (error instanceof MakerFailed && error.isEnd) opened = undefined;
        throw error;
      }
    },
  };
}
