import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import decompressWoff2 from 'woff2-encoder/decompress';
import { z } from 'zod';
import { fontFamilyByName, fontSearchOrder } from '#engine/video/drawing/text/font-catalog.ts';
import { fontCodePoints } from '#engine/video/drawing/text/font-coverage.ts';
import { parseUnicodeRanges, type UnicodeRange } from '#engine/video/drawing/text/font-library.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';
import type { CharactersOfFontFace, DeckDrawingFont } from './deck-drawing-instance.ts';
import type { FontFault } from './embedded-opentype.ts';
import { type SubstituteFontFamily, substituteForFontFamily, type TypefaceClass } from './substitute-fonts.ts';

const require = createRequire(import.meta.url);

const REGULAR = 400;
const BOLD = 700;

/** Characters without a visible glyph. Private-use characters do not count: a font of symbols, or of the deck, draws them. */
const HAS_NO_SHAPE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Z}]/u;

const rangesFileSchema = z.record(z.string(), z.string());

/** A font with its code points. */
export interface FontWithCodePoints extends DeckDrawingFont {
  covers: ReadonlySet<number>;
  /** The deck brings it itself. */
  isOfDeck: boolean;
}

/** A face that a deck brings itself. */
export interface EmbeddedDeckFontFace {
  /** Its name among the files of the deck. */
  file: string;
  /** TrueType or OpenType. */
  bytes: Uint8Array;
  covers: ReadonlySet<number>;
  bold: boolean;
  italic: boolean;
}

/**
 * Finds, among the fonts embedded in a deck, the face that is nearest to a style. Undefined if the deck embeds no font of the family;
 * `fault` if the font cannot be used.
 */
export type FindEmbeddedFontFace = (face: Face) => Promise<EmbeddedDeckFontFace | { fault: FontFault } | undefined>;

const NO_DECK_FONTS: FindEmbeddedFontFace = async () => undefined;
const NO_FORMS: TypefaceClassByFamily = new Map();

/** Classes of typefaces (serif, sans serif, fixed width) as a deck states them, by family names in lower case. */
export type TypefaceClassByFamily = ReadonlyMap<string, TypefaceClass>;

/** The faces for the texts of a slide. */
export interface FontFacesOfSlide {
  /** Fonts that were not passed on before, in the order in which they are to be passed on. */
  fonts: readonly FontWithCodePoints[];
  /** Families that are replaced by another one. */
  replaced: readonly { family: string; by: string }[];
  /** Families that the deck brings and that cannot be used, each with its replacement. */
  unusable: readonly { family: string; fault: FontFault; by: string }[];
  /** Characters that no font of the service has. */
  missing: readonly string[];
}

/** A family and a style, as texts name them. */
interface Face {
  family: string;
  bold: boolean;
  italic: boolean;
}

/** A font file of a family of @fontsource. */
interface FontFile {
  package: string;
  subset: string;
  weight: number;
  italic: boolean;
}

const pathOf = ({ package: name, subset, weight, italic }: FontFile): string =>
  require.resolve(`@fontsource/${name}/files/${name}-${subset}-${weight}-${italic ? 'italic' : 'normal'}.woff2`);

const nearest = (wanted: number, weights: readonly number[]): number =>
  weights.reduce((best, weight) => (Math.abs(weight - wanted) < Math.abs(best - wanted) ? weight : best), REGULAR);

/** A family that is searched for characters that a named one lacks. */
type Source = Pick<SubstituteFontFamily, 'package' | 'subsets' | 'weights' | 'italics'> & {
  numbered?: true | undefined;
};

/** Families of all scripts, in the order in which they are searched. */
const sparesFor = (language: string, text: string): Source[] =>
  fontSearchOrder('sans', language, text)
    .filter((name) => typeof name === 'string' && name !== 'sans')
    .map((name) => {
      const { package: folder, subsets, weights, numbered } = fontFamilyByName(name);
      return { package: folder, subsets, weights, numbered, italics: false };
    });

/**
 * Selects and decodes the fonts of a deck, slide by slide: only the files that hold its letters. Substitutes of the families that it names
 * come under these names; letters that they lack come from the families of other scripts.
 * @param language of the deck, for letters that languages share
 * @param ownFace finds the fonts that the deck brings: they come before all others @param forms of families that are not listed here
 */
export function createDeckFontSelector(
  language: string,
  ownFace: FindEmbeddedFontFace = NO_DECK_FONTS,
  forms: TypefaceClassByFamily = NO_FORMS,
): (texts: readonly CharactersOfFontFace[]) => Promise<FontFacesOfSlide> {
  const given = new Set<string>();
  const coverage = new Map<string, Promise<ReadonlySet<number>>>();
  const ranges = new Map<string, Promise<[string, readonly UnicodeRange[]][]>>();

  const covered = (path: string): Promise<ReadonlySet<number>> => {
    const known = coverage.get(path) ?? readFile(path).then(fontCodePoints);
    coverage.set(path, known);
    return known;
  };
  const rangesOf = (name: string): Promise<[string, readonly UnicodeRange[]][]> => {
    const read = async (): Promise<[string, readonly UnicodeRange[]][]> =>
      Object.entries(
        parseJson(rangesFileSchema, await readFile(require.resolve(`@fontsource/${name}/unicode.json`), 'utf8')),
      )
        .filter(([subset]) => subset.startsWith('['))
        .map(([subset, css]) => [subset.slice(1, -1), parseUnicodeRanges(css)]);
    const known = ranges.get(name) ?? read();
    ranges.set(name, known);
    return known;
  };
  /** Subsets that may have some of the characters that are still wanted when the subset is reached. */
  async function* subsetsOf(
    { package: name, subsets, numbered }: Source,
    wanted: ReadonlySet<number>,
  ): AsyncGenerator<string> {
    yield* subsets;
    if (!numbered) return;
    for (const [subset, spans] of await rangesOf(name))
      if ([...wanted].some((code) => spans.some(([first, last]) => first <= code && code <= last))) yield subset;
  }

  return async (texts) => {
    const fonts: FontWithCodePoints[] = [];
    const replaced: { family: string; by: string }[] = [];
    const unusable: { family: string; fault: FontFault; by: string }[] = [];
    const missing = new Set<string>();
    const all = texts.map(({ characters }) => characters).join('');

    const give = async (
      face: Face,
      file: FontFile,
      { isSpare, covers }: Pick<FontWithCodePoints, 'isSpare' | 'covers'>,
    ): Promise<void> => {
      const key = JSON.stringify([isSpare, face, file]);
      if (given.has(key)) return;
      given.add(key);
      const bytes = await decompressWoff2(await readFile(pathOf(file)));
      fonts.push({ ...face, isSpare, isLeaning: face.italic && !file.italic, bytes, covers, isOfDeck: false });
    };
    /**
     * Adds the files of a family that have wanted characters, and removes these characters from the wanted ones.
     * @param name under which the family is added
     */
    const giveSome = async (
      name: string,
      source: Source,
      face: Face,
      wanted: Set<number>,
      { isFirst, isHeavy }: { isFirst: boolean; isHeavy: boolean },
    ) => {
      const weight = nearest(face.bold || isHeavy ? BOLD : REGULAR, source.weights);
      const italic = face.italic && source.italics;
      let isMain = isFirst;
      for await (const subset of subsetsOf(source, wanted)) {
        // A named face is added even if it has no character of this text.
        if (wanted.size === 0 && !isMain) return;
        const has = await covered(pathOf({ package: source.package, subset, weight: REGULAR, italic: false }));
        const here = [...wanted].filter((code) => has.has(code));
        for (const code of here) wanted.delete(code);
        if (here.length > 0 || isMain)
          await give(
            { ...face, family: name },
            { package: source.package, subset, weight, italic },
            { isSpare: !isMain, covers: has },
          );
        isMain = false;
      }
    };

    /** Adds the face that the deck brings, and removes its characters from the wanted ones. */
    const giveOwn = (face: Face, own: EmbeddedDeckFontFace, wanted: Set<number>): void => {
      for (const code of own.covers) wanted.delete(code);
      if (face.bold && !own.bold) replaced.push({ family: `${face.family} Bold`, by: 'its regular letters' });
      const key = JSON.stringify([face, own.file]);
      if (given.has(key)) return;
      given.add(key);
      const { bytes, covers } = own;
      fonts.push({ ...face, isSpare: false, isLeaning: face.italic && !own.italic, bytes, covers, isOfDeck: true });
    };

    for (const { family, bold, italic, characters } of texts) {
      const { isAlike, isHeavy, ...substitute } = substituteForFontFamily(
        family,
        forms.get(family.trim().toLowerCase()),
      );
      const wanted = new Set(
        Array.from(characters)
          .filter((character) => !HAS_NO_SHAPE.test(character))
          .map((character) => character.codePointAt(0) ?? 0),
      );
      const face = { family, bold, italic };
      const own = await ownFace(face);
      const isOwn = own !== undefined && 'bytes' in own;
      if (isOwn) giveOwn(face, own, wanted);
      else if (own) unusable.push({ family, fault: own.fault, by: substitute.name });
      const before = wanted.size;
      await giveSome(family, substitute, face, wanted, { isFirst: !isOwn, isHeavy });
      const isReported = own !== undefined && !isOwn;
      if (!isAlike && !isReported && wanted.size < before) replaced.push({ family, by: substitute.name });
      for (const spare of sparesFor(language, all)) {
        if (wanted.size === 0) break;
        await giveSome(spare.package, spare, { ...face, italic: false }, wanted, { isFirst: false, isHeavy });
      }
      for (const code of wanted) missing.add(String.fromCodePoint(code));
    }
    return { fonts, replaced, unusable, missing: [...missing] };
  };
}
