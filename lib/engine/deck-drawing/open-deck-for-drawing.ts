import { readFile } from 'node:fs/promises';
import { collectGarbageIfNeeded } from './collect-garbage-if-needed.ts';
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
  type EmbeddedFontFaceFinder,
  type FontFacesOfSlide,
  type FontWithCodePoints,
  type TypefaceClassByFamily,
} from './deck-font-selector.ts';

/** A slide that was drawn in its original look. */
export interface DrawnSlide extends SlidePng, Omit<DrawnSlideFacts, 'faces'>, Omit<FontFacesOfSlide, 'fonts'> {}

/** An open deck, whose slides can be drawn. */
export interface OpenDeckForDrawing {
  /**
   * Draws a slide.
   * @param part of the slide in the package @param longSide pixels of the longer side
   * @param hidden the parts that are not shown; absent: none. The facts that are returned are always those of the whole slide
   * @throws DeckDrawingError for a slide that cannot be drawn; the next one may be
   */
  draw(part: string, longSide: number, hidden?: HiddenSlideParts): Promise<DrawnSlide>;
}

/** The highest number of instances of the module for one deck: the memory of an ended instance is occupied until it is collected. */
const MAX_INSTANCES = 3;

/** Compiled modules by their paths. A process compiles a module once. */
const compilationByPath = new Map<string, Promise<WebAssembly.Module>>();

function compileModule(modulePath: string): Promise<WebAssembly.Module> {
  const compilation =
    compilationByPath.get(modulePath) ?? readFile(modulePath).then((bytes) => WebAssembly.compile(bytes));
  compilationByPath.set(modulePath, compilation);
  compilation.catch(() => compilationByPath.delete(modulePath));
  return compilation;
}

/** A deck that is open in an instance, and the fonts that were added to it. */
interface OpenedDeck {
  instance: DeckDrawingInstance;
  selectFaces: ReturnType<typeof createDeckFontSelector>;
  /** True if fonts that are embedded in the deck were added to the instance. */
  hasDeckFonts: boolean;
  /** The slide that was drawn last: its further states need no other fonts. */
  lastSlide?: { part: string; facts: Omit<DrawnSlide, keyof SlidePng> };
}

const NOTHING_HIDDEN: HiddenSlideParts = { shapes: [], paragraphs: {} };

/**
 * Opens a PPTX to draw its slides. The module runs in WebAssembly: it cannot be interrupted, and its memory is outside V8's limit, so call
 * this in a process that can be ended from outside. It has its own memory limit, and neither files nor a network.
 * @param modulePath the path of the module (`deckDrawingModulePath`)
 * @param language of the deck, BCP 47
 * @param fonts finds the fonts that the deck brings; if one of them ends the module, the slides are drawn without them
 * @param forms classes of the typefaces that the deck names
 * @throws DeckDrawingError for a deck that cannot be opened
 */
export async function openDeckDrawing(
  modulePath: string,
  deck: Uint8Array,
  language: string,
  fonts?: EmbeddedFontFaceFinder,
  forms?: TypefaceClassByFamily,
): Promise<OpenDeckForDrawing> {
  let deckFonts = fonts;
  const module = await compileModule(modulePath);
  let instances = 0;
  const openInDrawingInstance = async (): Promise<OpenedDeck> => {
    if (++instances > MAX_INSTANCES) throw new DeckDrawingError('too many slides ended the maker', true);
    collectGarbageIfNeeded();
    return {
      instance: await openDeckDrawingInstance(module, deck),
      selectFaces: createDeckFontSelector(language, deckFonts, forms),
      hasDeckFonts: false,
    };
  };
  let currentDeck: OpenedDeck | undefined = await openInDrawingInstance();

  const prepareSlide = async (
    openedDeck: OpenedDeck,
    part: string,
    index: number,
  ): Promise<Omit<DrawnSlide, keyof SlidePng>> => {
    if (openedDeck.lastSlide?.part === part) return openedDeck.lastSlide.facts;
    const { faces, ...facts } = openedDeck.instance.factsOf(index);
    const { fonts: neededFonts, ...fontFacts } = await openedDeck.selectFaces(faces);
    for (const font of neededFonts) addFont(openedDeck, font);
    openedDeck.lastSlide = { part, facts: { ...facts, ...fontFacts } };
    return openedDeck.lastSlide.facts;
  };
  const drawWith = async (
    openedDeck: OpenedDeck,
    part: string,
    longSide: number,
    hidden: HiddenSlideParts,
  ): Promise<DrawnSlide> => {
    const index = openedDeck.instance.parts.indexOf(part);
    if (index < 0) throw new DeckDrawingError(`the maker has not found ${part}`, false);
    return { ...(await prepareSlide(openedDeck, part, index)), ...openedDeck.instance.draw(index, longSide, hidden) };
  };

  const draw: OpenDeckForDrawing['draw'] = async (part, longSide, hidden = NOTHING_HIDDEN) => {
    currentDeck ??= await openInDrawingInstance();
    const openedDeck = currentDeck;
    try {
      return await drawWith(openedDeck, part, longSide, hidden);
    } catch (error) {
      if (!(error instanceof DeckDrawingError) || !error.isEnd) throw error;
      currentDeck = undefined;
      if (!openedDeck.hasDeckFonts) throw error;
      // A font of the deck may have ended the module: a slide with the letters of other fonts is better than none.
      deckFonts = undefined;
      return draw(part, longSide, hidden);
    }
  };
  return { draw };
}

/**
 * Adds a font to the instance of an open deck.
 * @throws DeckDrawingError for a font that the module refuses; for one of the deck, `isEnd` is true, so that the deck is opened again without
 * its own fonts
 */
function addFont(openedDeck: OpenedDeck, font: FontWithCodePoints): void {
  openedDeck.hasDeckFonts ||= font.isOfDeck;
  try {
    openedDeck.instance.addFont(font);
  } catch (error) {
    throw font.isOfDeck && error instanceof DeckDrawingError ? new DeckDrawingError(error.message, true, error) : error;
  }
}
