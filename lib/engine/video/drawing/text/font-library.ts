import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Renderer } from '@takumi-rs/core';
import { z } from 'zod';
import { parseJson } from '#kernel/shared/parse-json.ts';
import type { CustomFont } from '../design.ts';
import { type FontFamily, type FontSource, fontFamilyByName } from './font-catalog.ts';
import { fontCodePoints } from './font-coverage.ts';

const require = createRequire(import.meta.url);

/** A subset of a family. Each is a separate CSS family, so that only this library decides the order of fonts. */
interface Subset {
  family: FontFamily;
  name: string;
  cssFamily: string;
}

/** Reads the font file of a client. */
export type ReadCustomFile = (file: string) => Promise<Uint8Array>;

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

const LETTERS = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{Mn}\p{Mc}]/gu;
const IS_INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

const nearest = (wanted: number, weights: readonly number[]): number =>
  weights.reduce((best, weight) => (Math.abs(weight - wanted) < Math.abs(best - wanted) ? weight : best), 400);

/** Paths of files of packages by their names: Node reads the disk again for each name, and every text needs the files of its fonts. */
const paths = new Map<string, string>();

function pathOf(name: string): string {
  const path = paths.get(name) ?? require.resolve(name);
  paths.set(name, path);
  return path;
}

function fileOf({ family, name }: Subset, { weight, italic }: FontWeightAndStyle): string {
  const style = italic ? 'italic' : 'normal';
  return pathOf(`@fontsource/${family.package}/files/${family.package}-${name}-${weight}-${style}.woff2`);
}

/** `unicode.json` of a font's package: ranges of code points by the name of the file that has them. */
const rangesFileSchema = z.record(z.string(), z.string());
/** A face of a font, which is registered with the renderer once. */
const registrationSchema = z.object({
  file: z.string(),
  cssFamily: z.string(),
  weight: z.number(),
  italic: z.boolean(),
});

/** The function with its results kept by key; failures are not kept. */
function memoized<Value>(load: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const known = new Map<string, Promise<Value>>();
  return (key) => {
    const value = known.get(key) ?? load(key);
    known.set(key, value);
    value.catch(() => known.delete(key));
    return value;
  };
}

/**
 * Loads font files when a text first needs them. The fonts of a text depend on the text alone, not on what was loaded
 * before: the same slide is the same picture in every worker.
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
    const known = this.#own.get(font.sha256);
    if (known) return known;
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

  /** Loads the fonts that draw `text` in this face: for each character the first font in the order that has it. */
  async choose(text: string, order: readonly FontSource[], face: FontWeightAndStyle): Promise<FontsForText> {
    const missing = new Set<number>();
    for (const character of text) if (!IS_INVISIBLE.test(character)) missing.add(character.codePointAt(0) ?? 0);
    const families: string[] = [];
    for (const name of order) {
      if (missing.size === 0) break;
      if (typeof name !== 'string') {
        const covered = await this.#loadOwn(name);
        const here = [...missing].filter((code) => covered.has(code));
        for (const code of here) missing.delete(code);
        if (here.length > 0) families.push(customCssFamily(name));
        continue;
      }
      for await (const subset of this.#subsets(fontFamilyByName(name), missing)) {
        const covered = await this.#coverage(fileOf(subset, { weight: 400, italic: false }));
        const here = [...missing].filter((code) => covered.has(code));
        if (here.length === 0) continue;
        for (const code of here) missing.delete(code);
        await this.#register(subset, face);
        families.push(subset.cssFamily);
      }
    }
    return { families, missing };
  }

  /** Reports whether the first of the fonts has every letter and every combining mark of the text. */
  async hasLetters(text: string, [first]: readonly FontSource[]): Promise<boolean> {
    const missing = new Set(Array.from(text.match(LETTERS) ?? [], (letter) => letter.codePointAt(0) ?? 0));
    if (first === undefined) return missing.size === 0;
    if (typeof first !== 'string') {
      const covered = await this.#loadOwn(first);
      return [...missing].every((code) => covered.has(code));
    }
    for await (const subset of this.#subsets(fontFamilyByName(first), missing)) {
      const covered = await this.#coverage(fileOf(subset, { weight: 400, italic: false }));
      for (const code of missing) if (covered.has(code)) missing.delete(code);
      if (missing.size === 0) break;
    }
    return missing.size === 0;
  }

  async *#subsets(family: FontFamily, wanted: ReadonlySet<number>): AsyncGenerator<Subset> {
    const subset = (name: string): Subset => ({ family, name, cssFamily: `${family.package} ${name}` });
    for (const name of family.subsets) {
      if (wanted.size > 0) yield subset(name);
    }
    if (!family.numbered || wanted.size === 0) return;
    const listed = await this.#ranges(pathOf(`@fontsource/${family.package}/unicode.json`));
    for (const [name, ranges] of listed) {
      const may = [...wanted].some((code) => ranges.some(([first, last]) => first <= code && code <= last));
      if (may) yield subset(name);
    }
  }

  #register(subset: Subset, { weight, italic }: FontWeightAndStyle): Promise<void> {
    const face = {
      weight: nearest(weight, subset.family.weights),
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
