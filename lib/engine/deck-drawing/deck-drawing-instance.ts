import { z } from 'zod';
import { parseJson } from '#kernel/shared/parse-json.ts';
import { createWasiImports } from './wasi-imports.ts';

const faceUseSchema = z.object({ family: z.string(), bold: z.boolean(), italic: z.boolean(), characters: z.string() });
/** The characters of a slide that are set in one face. `family` is the name of the face's family in the deck. */
export type CharactersOfFontFace = z.output<typeof faceUseSchema>;

const slideFactsSchema = z.object({
  faces: z.array(faceUseSchema),
  /** Names of objects that are not drawn. */
  blanks: z.array(z.string()),
  charts: z.int(),
  /** Number of shapes with an unknown geometry, which are drawn as rectangles. */
  unknown_shapes: z.int(),
  path_gradients: z.int(),
});
/** Facts about a slide, from the layout that the WebAssembly module of deck drawing computed. */
export type DrawnSlideFacts = z.output<typeof slideFactsSchema>;

const deckFactsSchema = z.object({ parts: z.array(z.string()) });
const drawnFactsSchema = z.object({
  width: z.int(),
  height: z.int(),
  skipped_pictures: z.int(),
  /** Number of texts that end below the slide. */
  cut_texts: z.int(),
  /** Number of texts that overlap others. */
  covering_texts: z.int(),
});

/** A drawn slide as PNG, with facts about the drawing: its size in pixels, and what it lacks. */
export interface SlidePng extends z.output<typeof drawnFactsSchema> {
  png: Uint8Array;
}

/** The error for a failed call of the module. */
export class DeckDrawingError extends Error {
  override name = 'DeckDrawingError';
  /** True if the instance has ended: its memory was full, or it panicked. */
  readonly isEnd: boolean;

  constructor(message: string, isEnd: boolean, cause?: unknown) {
    super(message, { cause });
    this.isEnd = isEnd;
  }
}

/** A face of a font for `addFont`. */
export interface DeckDrawingFont {
  /** Name of its family in the deck. */
  family: string;
  bold: boolean;
  italic: boolean;
  /** True if the face is used only for characters that the requested face lacks. */
  isSpare: boolean;
  /** True if the face is upright and replaces an italic face. Its glyphs are slanted then. */
  isLeaning: boolean;
  /** TrueType or OpenType. */
  bytes: Uint8Array;
}

/**
 * Hidden parts of a slide: shapes by their ids in the file, and paragraphs by their indices (from 0) under the id of their shape. A hidden
 * paragraph keeps its space.
 */
export interface HiddenSlideParts {
  shapes: readonly number[];
  paragraphs: Readonly<Record<string, readonly number[]>>;
}

/** A deck that is open in an instance of the module. All methods throw DeckDrawingError if the call fails. */
export interface DeckDrawingInstance {
  /** Names of the parts of the file that contain the slides, in the order of the deck. */
  parts: readonly string[];
  addFont(font: DeckDrawingFont): void;
  /** Computes the layout of a slide, and returns facts about it. @param index of the slide, from 0 */
  factsOf(index: number): DrawnSlideFacts;
  /** Draws a slide. @param index of the slide, from 0 @param longSide pixels of the longer side */
  draw(index: number, longSide: number, hidden: HiddenSlideParts): SlidePng;
}

interface DeckMakerExports {
  memory: WebAssembly.Memory;
  alloc(length: number): number;
  out_ptr(): number;
  out_len(): number;
  open_deck(offset: number, length: number): number;
  add_font(
    ...values: [
      family: number,
      familyLength: number,
      font: number,
      length: number,
      bold: number,
      italic: number,
      spare: number,
      leaning: number,
    ]
  ): number;
  slide_facts(index: number): number;
  draw_slide(index: number, longSide: number, hidden: number, hiddenLength: number): number;
}

const LINE_FEED = 0x0a;
const decodeUtf8 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

/** Opens a deck in a new instance. @throws DeckDrawingError for a deck that cannot be opened */
export async function openDeckDrawingInstance(
  module: WebAssembly.Module,
  deck: Uint8Array,
): Promise<DeckDrawingInstance> {
  let exports: DeckMakerExports | undefined;
  const memory = (): WebAssembly.Memory => {
    if (!exports) throw new Error('the module uses its memory before it has one');
    return exports.memory;
  };
  const imports = { wasi_snapshot_preview1: createWasiImports(memory) };
  const moduleExports = (await WebAssembly.instantiate(module, imports)).exports as unknown as DeckMakerExports;
  exports = moduleExports;

  /** Calls a function of the module. @returns a copy of its output */
  const call = (callExport: () => number): Uint8Array => {
    let hasFailed: boolean;
    try {
      hasFailed = callExport() < 0;
    } catch (error) {
      throw new DeckDrawingError('the maker ended', true, error);
    }
    const offset = moduleExports.out_ptr();
    const output = new Uint8Array(moduleExports.memory.buffer).slice(offset, offset + moduleExports.out_len());
    if (hasFailed) throw new DeckDrawingError(decodeUtf8(output), false);
    return output;
  };
  /** Copies bytes into new memory of the module. @returns their address */
  const copyIntoMemory = (bytes: Uint8Array): number => {
    const offset = moduleExports.alloc(bytes.length);
    new Uint8Array(moduleExports.memory.buffer).set(bytes, offset);
    return offset;
  };

  const { parts } = parseJson(
    deckFactsSchema,
    decodeUtf8(call(() => moduleExports.open_deck(copyIntoMemory(deck), deck.length))),
  );
  return {
    parts,
    addFont({ family, bold, italic, isSpare, isLeaning, bytes }) {
      const familyName = Buffer.from(family);
      call(() =>
        moduleExports.add_font(
          copyIntoMemory(familyName),
          familyName.length,
          copyIntoMemory(bytes),
          bytes.length,
          Number(bold),
          Number(italic),
          Number(isSpare),
          Number(isLeaning),
        ),
      );
    },
    factsOf: (index) => parseJson(slideFactsSchema, decodeUtf8(call(() => moduleExports.slide_facts(index)))),
    draw(index, longSide, hidden) {
      const hiddenJson = Buffer.from(JSON.stringify(hidden));
      const output = call(() =>
        moduleExports.draw_slide(index, longSide, copyIntoMemory(hiddenJson), hiddenJson.length),
      );
      const lineEnd = output.indexOf(LINE_FEED);
      return {
        ...parseJson(drawnFactsSchema, decodeUtf8(output.subarray(0, lineEnd))),
        png: output.subarray(lineEnd + 1),
      };
    },
  };
}
