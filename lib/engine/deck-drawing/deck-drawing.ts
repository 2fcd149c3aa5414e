import { readFile } from 'node:fs/promises';
import {
  DeckDrawingError,
  type DeckDrawingInstance,
  type DrawnSlideFacts,
  type HiddenSlideParts,
  openDeckDrawingInstance,
  type SlidePng,
} from './deck-drawing-instance.ts';
import {
  createDeckFontSelector,
  type FindEmbeddedFontFace,
  type FontFacesOfSlide,
  type FontWithCodePoints,
  type TypefaceClassByFamily,
} from './deck-font-selector.ts';
import { freeMemory } from './free-memory.ts';

/** A slide that was drawn in its original look. */
export interface DrawnSlide extends SlidePng, Omit<DrawnSlideFacts, 'faces'>, Omit<FontFacesOfSlide, 'fonts'> {}

/** An open deck, whose slides can be drawn. */
export interface DeckDrawing {
  /**
   * Draws a slide.
   * @param part of the slide in the package @param longSide pixels of the longer side
   * @param hidden the parts that are not shown; absent: none. The facts that are returned are always those of the whole slide
   * @throws DeckDrawingError for a slide that cannot be drawn; the next one may be
   */
  draw(part: string, longSide: number, hidden?: HiddenSlideParts): Promise<DrawnSlide>;
}

/** The most instances of the module for one deck: the memory of an ended instance is occupied until it is collected. */
const MAX_INSTANCES = 3;

/** The compiled module. A process compiles it once. */
const modules = new Map<string, Promise<WebAssembly.Module>>();

function compile(file: string): Promise<WebAssembly.Module> {
  const known = modules.get(file) ?? readFile(file).then((bytes) => WebAssembly.compile(bytes));
  modules.set(file, known);
  known.catch(() => modules.delete(file));
  return known;
}

/** A deck that is open in an instance, and the fonts that were added to it. */
interface Opened {
  maker: DeckDrawingInstance;
  facesFor: ReturnType<typeof createDeckFontSelector>;
  /** It has fonts that are embedded in the deck. */
  hasDeckFonts: boolean;
  /** The slide that was drawn last: its further states need no other fonts. */
  last?: { part: string; facts: Omit<DrawnSlide, keyof SlidePng> };
}

const NOTHING_HIDDEN: HiddenSlideParts = { shapes: [], paragraphs: {} };

/**
 * Opens a PPTX to draw its slides. The module runs in WebAssembly: it cannot be interrupted, and its memory is outside V8's limit, so call
 * this in a process that can be ended from outside. It has its own memory limit, and neither files nor a network.
 * @param file of the module: `deckDrawingModulePath` @param language of the deck @param fonts that the deck brings; if they crash the module, it draws
 * without them
 * @param forms of the families that it names
 * @throws DeckDrawingError for a deck that cannot be opened
 */
export async function openDeckDrawing(
  file: string,
  deck: Uint8Array,
  language: string,
  fonts?: FindEmbeddedFontFace,
  forms?: TypefaceClassByFamily,
): Promise<DeckDrawing> {
  let deckFonts = fonts;
  const module = await compile(file);
  let instances = 0;
  const open = async (): Promise<Opened> => {
    if (++instances > MAX_INSTANCES) throw new DeckDrawingError('too many slides ended the maker', true);
    freeMemory();
    return {
      maker: await openDeckDrawingInstance(module, deck),
      facesFor: createDeckFontSelector(language, deckFonts, forms),
      hasDeckFonts: false,
    };
  };
  let opened: Opened | undefined = await open();

  const prepare = async (at: Opened, part: string, index: number): Promise<Omit<DrawnSlide, keyof SlidePng>> => {
    if (at.last?.part === part) return at.last.facts;
    const { faces, ...facts } = at.maker.factsOf(index);
    const { fonts: needed, ...ofFonts } = await at.facesFor(faces);
    for (const font of needed) addFont(at, font);
    at.last = { part, facts: { ...facts, ...ofFonts } };
    return at.last.facts;
  };
  const drawWith = async (
    at: Opened,
    part: string,
    longSide: number,
    hidden: HiddenSlideParts,
  ): Promise<DrawnSlide> => {
    const index = at.maker.parts.indexOf(part);
    if (index < 0) throw new DeckDrawingError(`the maker has not found ${part}`, false);
    return { ...(await prepare(at, part, index)), ...at.maker.draw(index, longSide, hidden) };
  };

  const draw: DeckDrawing['draw'] = async (part, longSide, hidden = NOTHING_HIDDEN) => {
    opened ??= await open();
    const at = opened;
    try {
      return await drawWith(at, part, longSide, hidden);
    } catch (error) {
      if (!(error instanceof DeckDrawingError) || !error.isEnd) throw error;
      opened = undefined;
      if (!at.hasDeckFonts) throw error;
      // A font of the deck may have ended it: the letters of others are better than no slide.
      deckFonts = undefined;
      return draw(part, longSide, hidden);
    }
  };
  return { draw };
}

/**
 * @throws DeckDrawingError for a font of the deck that the module refuses: this ends the instance, and other fonts replace all fonts of the deck
 */
function addFont(at: Opened, font: FontWithCodePoints): void {
  at.hasDeckFonts ||= font.isOfDeck;
  try {
    at.maker.addFont(font);
  } catch (error) {
    throw font.isOfDeck && error instanceof DeckDrawingError ? new DeckDrawingError(error.message, true, error) : error;
  }
}
