import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import decompressWoff2 from 'woff2-encoder/decompress';
import { z } from 'zod';
import { builtInFontFamilyOfName, fontSearchOrder } from '#engine/video/drawing/text/font-catalog.ts';
import { fontCodePoints } from '#engine/video/drawing/text/font-coverage.ts';
import { parseUnicodeRanges, type UnicodeRange } from '#engine/video/drawing/text/font-library.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';
import type { CharactersOfFontFace, DeckDrawingFont } from './deck-drawing-instance.ts';
import type { DeckFontFault } from './embedded-opentype.ts';
import { type SubstituteFontFamily, substituteForFontFamily, type TypefaceClass } from './substitute-fonts.ts';

const require = createRequire(import.meta.url);

/** Weights of fonts (CSS Fonts 4). */
const REGULAR = 400;
const BOLD = 700;

/** Characters without a visible glyph. Private-use characters do not count: a font of symbols, or of the deck, draws them. */
const INVISIBLE_CHARACTER = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Z}]/u;

const rangesFileSchema = z.record(z.string(), z.string());

/** A font with its code points. */
export interface FontWithCodePoints extends DeckDrawingFont {
  /** Code points that the font has glyphs for. */
  covers: ReadonlySet<number>;
  /** True if the font is embedded in the deck. */
  isOfDeck: boolean;
}

/** A face of a font that is embedded in a deck. */
export interface EmbeddedDeckFontFace {
  /** Its name among the files of the deck. */
  file: string;
  /** TrueType or OpenType. */
  bytes: Uint8Array;
  /** Code points that the face has glyphs for. */
  covers: ReadonlySet<number>;
  bold: boolean;
  italic: boolean;
}

/**
 * Finds, among the fonts embedded in a deck, the face that is nearest to a style. Undefined if the deck embeds no font of the family;
 * `fault` if the font cannot be used.
 */
export type EmbeddedFontFaceFinder = (
  face: Face,
) => Promise<EmbeddedDeckFontFace | { fault: DeckFontFault } | undefined>;

const NO_DECK_FONTS: EmbeddedFontFaceFinder = async () => undefined;
const NO_TYPEFACE_CLASSES: TypefaceClassByFamily = new Map();

/** Classes of typefaces (serif, sans serif, fixed width) as a deck states them, by family names in lower case. */
export type TypefaceClassByFamily = ReadonlyMap<string, TypefaceClass>;

/** The faces for the texts of a slide. */
export interface FontFacesOfSlide {
  /** Fonts that no earlier call returned, in the order in which the module must get them. */
  fonts: readonly FontWithCodePoints[];
  /** Families that are replaced by another one. */
  replaced: readonly { family: string; by: string }[];
  /** Families that the deck brings and that cannot be used, each with its replacement. */
  unusable: readonly { family: string; fault: DeckFontFault; by: string }[];
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
  /** Name of its package, without `@fontsource/`. */
  package: string;
  subset: string;
  weight: number;
  italic: boolean;
}

const fontFilePath = ({ package: name, subset, weight, italic }: FontFile): string =>
  require.resolve(`@fontsource/${name}/files/${name}-${subset}-${weight}-${italic ? 'italic' : 'normal'}.woff2`);

const nearestWeight = (wantedWeight: number, weights: readonly number[]): number =>
  weights.reduce(
    (best, weight) => (Math.abs(weight - wantedWeight) < Math.abs(best - wantedWeight) ? weight : best),
    REGULAR,
  );

/** A family of @fontsource whose files are searched for characters. */
type FontSource = Pick<SubstituteFontFamily, 'package' | 'subsets' | 'weights' | 'italics'> & {
  /** True if the package has further subsets, which are numbered. */
  numbered?: true | undefined;
};

/** Families of all scripts, in the order in which they are searched. */
const spareFamiliesFor = (language: string, text: string): FontSource[] =>
  fontSearchOrder('sans', language, text)
    .filter((name) => typeof name === 'string' && name !== 'sans')
    .map((name) => {
      const { package: folder, subsets, weights, numbered } = builtInFontFamilyOfName(name);
      return { package: folder, subsets, weights, numbered, italics: false };
    });

const ARABIC_FAMILY = builtInFontFamilyOfName('arabic');
/** A letter of Arabic, in all fonts of it. */
const ARABIC_LETTER = 0x639;

/**
 * Returns a function that selects and decodes the fonts of a deck, slide by slide: only the files that hold the letters of the slide. A
 * substitute is added under the name of the family that it replaces; letters that it lacks come from the families of other scripts.
 * @param language of the deck, BCP 47, for letters that languages share
 * @param findOwnFace finds the fonts that the deck brings, which come before all others
 * @param classByFamily classes of the families for which `substituteForFontFamily` has no substitute
 */
export function createDeckFontSelector(
  language: string,
  findOwnFace: EmbeddedFontFaceFinder = NO_DECK_FONTS,
  classByFamily: TypefaceClassByFamily = NO_TYPEFACE_CLASSES,
): (texts: readonly CharactersOfFontFace[]) => Promise<FontFacesOfSlide> {
  const addedFontKeys = new Set<string>();
  const codePointsByPath = new Map<string, Promise<ReadonlySet<number>>>();
  const rangesByPackage = new Map<string, Promise<[string, readonly UnicodeRange[]][]>>();

  const codePointsOf = (path: string): Promise<ReadonlySet<number>> => {
    const codePoints = codePointsByPath.get(path) ?? readFile(path).then(fontCodePoints);
    codePointsByPath.set(path, codePoints);
    return codePoints;
  };
  const subsetRangesOf = (name: string): Promise<[string, readonly UnicodeRange[]][]> => {
    const readSubsetRanges = async (): Promise<[string, readonly UnicodeRange[]][]> =>
      Object.entries(
        parseJson(rangesFileSchema, await readFile(require.resolve(`@fontsource/${name}/unicode.json`), 'utf8')),
      )
        .filter(([subset]) => subset.startsWith('['))
        .map(([subset, css]) => [subset.slice(1, -1), parseUnicodeRanges(css)]);
    const subsetRanges = rangesByPackage.get(name) ?? readSubsetRanges();
    rangesByPackage.set(name, subsetRanges);
    return subsetRanges;
  };
  /** The subsets of a family that may have some of the wanted characters. The caller removes characters from the set as it finds them. */
  async function* subsetsOf(
    { package: name, subsets, numbered }: FontSource,
    wantedCodePoints: ReadonlySet<number>,
  ): AsyncGenerator<string> {
    yield* subsets;
    if (!numbered) return;
    for (const [subset, codePointRanges] of await subsetRangesOf(name))
      if ([...wantedCodePoints].some((code) => codePointRanges.some(([first, last]) => first <= code && code <= last)))
        yield subset;
  }

  return async (texts) => {
    const fonts: FontWithCodePoints[] = [];
    const replaced: { family: string; by: string }[] = [];
    const unusable: { family: string; fault: DeckFontFault; by: string }[] = [];
    const missing = new Set<string>();
    const slideText = texts.map(({ characters }) => characters).join('');

    const addSubstituteFont = async (
      face: Face,
      fontFile: FontFile,
      { isSpare, covers }: Pick<FontWithCodePoints, 'isSpare' | 'covers'>,
    ): Promise<void> => {
      const key = JSON.stringify([isSpare, face, fontFile]);
      if (addedFontKeys.has(key)) return;
      addedFontKeys.add(key);
      const bytes = await decompressWoff2(await readFile(fontFilePath(fontFile)));
      fonts.push({ ...face, isSpare, isLeaning: face.italic && !fontFile.italic, bytes, covers, isOfDeck: false });
    };
    /**
     * Adds the files of a family that have wanted characters, and removes these characters from `wantedCodePoints`.
     * @param familyName the name under which the files are added
     * @param isFirstFamily true: the first file is added even if it has no wanted character
     */
    const addFamilyFonts = async (
      familyName: string,
      source: FontSource,
      face: Face,
      wantedCodePoints: Set<number>,
      { isFirstFamily, isHeavy }: { isFirstFamily: boolean; isHeavy: boolean },
    ) => {
      const weight = nearestWeight(face.bold || isHeavy ? BOLD : REGULAR, source.weights);
      const italic = face.italic && source.italics;
      let isMainFont = isFirstFamily;
      for await (const subset of subsetsOf(source, wantedCodePoints)) {
        // A named face is added even if it has no character of this text.
        if (wantedCodePoints.size === 0 && !isMainFont) return;
        const subsetCodePoints = await codePointsOf(
          fontFilePath({ package: source.package, subset, weight: REGULAR, italic: false }),
        );
        const coveredCodePoints = [...wantedCodePoints].filter((code) => subsetCodePoints.has(code));
        for (const code of coveredCodePoints) wantedCodePoints.delete(code);
        // Fonts of mathematics have Arabic letters, which they do not join. The module keeps its fonts, and takes letters of the first one
        // that has them: that of Arabic comes before, for slides that follow.
        if (
          coveredCodePoints.length > 0 &&
          subsetCodePoints.has(ARABIC_LETTER) &&
          source.package !== ARABIC_FAMILY.package
        )
          await addFamilyFonts(
            ARABIC_FAMILY.package,
            { ...ARABIC_FAMILY, italics: false },
            { ...face, italic: false },
            new Set([ARABIC_LETTER]),
            { isFirstFamily: false, isHeavy },
          );
        if (coveredCodePoints.length > 0 || isMainFont)
          await addSubstituteFont(
            { ...face, family: familyName },
            { package: source.package, subset, weight, italic },
            { isSpare: !isMainFont, covers: subsetCodePoints },
          );
        isMainFont = false;
      }
    };

    /** Adds the face that the deck brings, and removes its characters from `wantedCodePoints`. */
    const addOwnFont = (face: Face, ownFace: EmbeddedDeckFontFace, wantedCodePoints: Set<number>): void => {
      for (const code of ownFace.covers) wantedCodePoints.delete(code);
      if (face.bold && !ownFace.bold) replaced.push({ family: `${face.family} Bold`, by: 'its regular letters' });
      const key = JSON.stringify([face, ownFace.file]);
      if (addedFontKeys.has(key)) return;
      addedFontKeys.add(key);
      const { bytes, covers } = ownFace;
      fonts.push({ ...face, isSpare: false, isLeaning: face.italic && !ownFace.italic, bytes, covers, isOfDeck: true });
    };

    for (const { family, bold, italic, characters } of texts) {
      const { isAlike, isHeavy, ...substitute } = substituteForFontFamily(
        family,
        classByFamily.get(family.trim().toLowerCase()),
      );
      const wantedCodePoints = new Set(
        Array.from(characters)
          .filter((character) => !INVISIBLE_CHARACTER.test(character))
          .map((character) => character.codePointAt(0) ?? 0),
      );
      const face = { family, bold, italic };
      const ownFace = await findOwnFace(face);
      const hasUsableOwnFace = ownFace !== undefined && 'bytes' in ownFace;
      if (hasUsableOwnFace) addOwnFont(face, ownFace, wantedCodePoints);
      else if (ownFace) unusable.push({ family, fault: ownFace.fault, by: substitute.name });
      const wantedCountBefore = wantedCodePoints.size;
      await addFamilyFonts(family, substitute, face, wantedCodePoints, { isFirstFamily: !hasUsableOwnFace, isHeavy });
      const isReportedAsUnusable = ownFace !== undefined && !hasUsableOwnFace;
      if (!isAlike && !isReportedAsUnusable && wantedCodePoints.size < wantedCountBefore)
        replaced.push({ family, by: substitute.name });
      for (const spareFamily of spareFamiliesFor(language, slideText)) {
        if (wantedCodePoints.size === 0) break;
        await addFamilyFonts(spareFamily.package, spareFamily, { ...face, italic: false }, wantedCodePoints, {
          isFirstFamily: false,
          isHeavy,
        });
      }
      for (const code of wantedCodePoints) missing.add(String.fromCodePoint(code));
    }
    return { fonts, replaced, unusable, missing: [...missing] };
  };
}
