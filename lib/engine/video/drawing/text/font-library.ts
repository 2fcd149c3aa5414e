import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Renderer } from '@takumi-rs/core';
import { z } from 'zod';
import { parseJson } from '#kernel/shared/parse-json.ts';
import type { CustomFont } from '../design.ts';
import { builtInFontFamilyOfName, type FontSource, type FontsourceFamily } from './font-catalog.ts';
import { fontCodePoints } from './font-coverage.ts';

const require = createRequire(import.meta.url);

/** A subset of a family. Each is a separate CSS family, so that only this library decides the order of fonts. */
interface Subset {
  family: FontsourceFamily;
  name: string;
  cssFamily: string;
}

/** Reads the font file of a client. */
export type ReadCustomFile = (file: string) => Promise<Uint8Array>;

/** The CSS family of a client's font. */
const customCssFamily = ({ sha256 }: CustomFont): string => `own ${sha256}`;

/** Weight (1–1000) and style of text. */
export interface FontWeightAndStyle {
  weight: number;
  italic: boolean;
}

/** The fonts that a text needs. */
export interface FontsForText {
  /** CSS families, in order of preference. */
  families: string[];
  /** Code points that no font has. */
  missing: ReadonlySet<number>;
}

/** Letters and combining marks that are drawn. */
const LETTERS = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{Mn}\p{Mc}]/gu;
/** A character without a glyph. */
const INVISIBLE_CHARACTER = /\p{Default_Ignorable_Code_Point}/u;

/** The weight nearest to a wanted one. */
const nearestWeight = (wantedWeight: number, weights: readonly number[]): number =>
  weights.reduce(
    (best, weight) => (Math.abs(weight - wantedWeight) < Math.abs(best - wantedWeight) ? weight : best),
    400,
  );

/** Paths of files of packages by their names, cached because Node reads the disk for each resolution, and every text needs its fonts. */
const resolvedPaths = new Map<string, string>();

/** The path of a file of a package. */
function pathOf(name: string): string {
  const path = resolvedPaths.get(name) ?? require.resolve(name);
  resolvedPaths.set(name, path);
  return path;
}

/** The path of the font file of a subset in a weight and style. */
function fileOf({ family, name }: Subset, { weight, italic }: FontWeightAndStyle): string {
  const style = italic ? 'italic' : 'normal';
  return pathOf(`@fontsource/${family.package}/files/${family.package}-${name}-${weight}-${style}.woff2`);
}

/** `unicode.json` of a font's package: ranges of code points by the name of the file that has them. */
const rangesFileSchema = z.record(z.string(), z.string());
/** A font file with the face that it has for the renderer, as JSON: it is registered once. */
const registrationSchema = z.object({
  file: z.string(),
  cssFamily: z.string(),
  weight: z.number(),
  italic: z.boolean(),
});

/** The function with its results cached by key; failures are not cached. */
function memoized<Value>(load: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const cachedValues = new Map<string, Promise<Value>>();
  return (key) => {
    const value = cachedValues.get(key) ?? load(key);
    cachedValues.set(key, value);
    value.catch(() => cachedValues.delete(key));
    return value;
  };
}

/**
 * Loads font files when a text first needs them. The fonts of a text depend on the text alone, not on the fonts that were loaded before, so
 * that the same slide is the same picture in every worker.
 */
export class FontLibrary {
  readonly #renderer: Renderer;
  readonly #coverage = memoized(async (file) => fontCodePoints(await readFile(file)));
  readonly #ranges = memoized(async (file): Promise<[string, readonly UnicodeRange[]][]> => {
    return Object.entries(parseJson(rangesFileSchema, await readFile(file, 'utf8')))
      .filter(([name]) => name.startsWith('['))
      .map(([name, ranges]) => [name.slice(1, -1), parseUnicodeRanges(ranges)]);
  });
  readonly #registered = memoized(async (key): Promise<void> => {
    const { file, cssFamily, weight, italic } = parseJson(registrationSchema, key);
    const data = await readFile(file);
    await this.#renderer.registerFont({ name: cssFamily, weight, style: italic ? 'italic' : 'normal', data });
  });

  readonly #readCustomFile: ReadCustomFile;
  readonly #own = new Map<string, Promise<ReadonlySet<number>>>();
  #customBytes = 0;

  constructor(renderer: Renderer, readCustomFile: ReadCustomFile) {
    this.#renderer = renderer;
    this.#readCustomFile = readCustomFile;
  }

  /** Bytes of clients' fonts that the renderer has: it does not release them. */
  get customBytes(): number {
    return this.#customBytes;
  }

  /** Loads a font of a client once. @returns the code points that it has */
  #loadOwn(font: CustomFont): Promise<ReadonlySet<number>> {
    const cachedCoverage = this.#own.get(font.sha256);
    if (cachedCoverage) return cachedCoverage;
    const load = async (): Promise<ReadonlySet<number>> => {
      const data = await this.#readCustomFile(font.file);
      const covered = await fontCodePoints(Buffer.from(data));
      const style = font.italic ? 'italic' : 'normal';
      await this.#renderer.registerFont({ name: customCssFamily(font), weight: font.weight, style, data });
      this.#customBytes += data.length;
      return covered;
    };
    const loading = load();
    this.#own.set(font.sha256, loading);
    loading.catch(() => this.#own.delete(font.sha256));
    return loading;
  }

  /** Loads the fonts that draw `text` in a face: for each character the first font in the order that has it. */
  async choose(text: string, order: readonly FontSource[], face: FontWeightAndStyle): Promise<FontsForText> {
    const missing = new Set<number>();
    for (const character of text) if (!INVISIBLE_CHARACTER.test(character)) missing.add(character.codePointAt(0) ?? 0);
    const families: string[] = [];
    for (const source of order) {
      if (missing.size === 0) break;
      if (typeof source !== 'string') {
        const covered = await this.#loadOwn(source);
        const foundCodes = [...missing].filter((code) => covered.has(code));
        for (const code of foundCodes) missing.delete(code);
        if (foundCodes.length > 0) families.push(customCssFamily(source));
        continue;
      }
      for await (const subset of this.#subsets(builtInFontFamilyOfName(source), missing)) {
        const covered = await this.#coverage(fileOf(subset, { weight: 400, italic: false }));
        const foundCodes = [...missing].filter((code) => covered.has(code));
        if (foundCodes.length === 0) continue;
        for (const code of foundCodes) missing.delete(code);
        await this.#register(subset, face);
        families.push(subset.cssFamily);
      }
    }
    return { families, missing };
  }

  /** Reports whether the first font in the order has every letter and every combining mark of the text. */
  async hasLetters(text: string, [first]: readonly FontSource[]): Promise<boolean> {
    const missing = new Set(Array.from(text.match(LETTERS) ?? [], (letter) => letter.codePointAt(0) ?? 0));
    if (first === undefined) return missing.size === 0;
    if (typeof first !== 'string') {
      const covered = await this.#loadOwn(first);
      return [...missing].every((code) => covered.has(code));
    }
    for await (const subset of this.#subsets(builtInFontFamilyOfName(first), missing)) {
      const covered = await this.#coverage(fileOf(subset, { weight: 400, italic: false }));
      for (const code of missing) if (covered.has(code)) missing.delete(code);
      if (missing.size === 0) break;
    }
    return missing.size === 0;
  }

  /** The subsets of a family that may have some code points, in their order. The caller removes those that it finds from `wantedCodes`. */
  async *#subsets(family: FontsourceFamily, wantedCodes: ReadonlySet<number>): AsyncGenerator<Subset> {
    const subset = (name: string): Subset => ({ family, name, cssFamily: `${family.package} ${name}` });
    for (const name of family.subsets) {
      if (wantedCodes.size > 0) yield subset(name);
    }
    if (!family.numbered || wantedCodes.size === 0) return;
    const numberedSubsets = await this.#ranges(pathOf(`@fontsource/${family.package}/unicode.json`));
    for (const [name, ranges] of numberedSubsets) {
      const mayHaveWanted = [...wantedCodes].some((code) =>
        ranges.some(([first, last]) => first <= code && code <= last),
      );
      if (mayHaveWanted) yield subset(name);
    }
  }

  /** Registers a subset in the nearest weight and style that its family has, once. */
  #register(subset: Subset, { weight, italic }: FontWeightAndStyle): Promise<void> {
    const face = {
      weight: nearestWeight(weight, subset.family.weights),
      italic: italic && subset.family.italics === true,
    };
    return this.#registered(JSON.stringify({ file: fileOf(subset, face), cssFamily: subset.cssFamily, ...face }));
  }
}

/** First and last code point, both included. */
export type UnicodeRange = readonly [number, number];

/** Reads a CSS `unicode-range` without wildcards: `U+25ee8,U+27614-27615`. */
export function parseUnicodeRanges(css: string): UnicodeRange[] {
  return css.split(',').map((part) => {
    const [first = '', last = first] = part.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}
