import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { FILE_PACK_EXTENSION, openFilePack } from '#kernel/shared/file-pack.ts';
import { splitGraphemes, type TextRun } from './text-runs.ts';

/** The emoji pictures: SVG files by their names without extension. */
export interface EmojiSet {
  /** Reports whether a picture exists. */
  has(name: string): boolean;
  /** Reads the SVG file of a picture. */
  read(name: string): Promise<Uint8Array>;
}

/** The npm package that has the pictures. */
export const EMOJI_PACKAGE = '@discordapp/twemoji';

/** The folder of the pictures in the installed package. */
const installedFolder = (): string =>
  join(dirname(createRequire(import.meta.url).resolve(`${EMOJI_PACKAGE}/package.json`)), 'dist/svg');

/** Reads a file; undefined if it does not exist. */
async function readIfExists(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Opens the emoji pictures of the package: one file, as in Lambda's layer, or else the folder that npm installs. */
export async function openEmojiSet(directory = installedFolder()): Promise<EmojiSet> {
  const bytes = await readIfExists(`${directory}${FILE_PACK_EXTENSION}`);
  if (bytes !== undefined) {
    const pack = openFilePack(bytes);
    return { has: (name) => pack.has(`${name}.svg`), read: (name) => pack.read(`${name}.svg`) };
  }
  const names = new Set((await readdir(directory)).map((file) => file.replace(/\.svg$/, '')));
  return {
    has: (name) => names.has(name),
    read: (name) => readFile(join(directory, `${name}.svg`)),
  };
}

/** Variation selector 15: the character before it is shown as text. */
const TEXT_SELECTOR = '\ufe0e';
/** Variation selector 16: the character before it is shown as an emoji. */
const EMOJI_SELECTOR = '\ufe0f';
/** Zero-width joiner, which makes one emoji of several. */
const JOINER = '\u200d';
/** A character that may be a part of an emoji. */
const EMOJI_CHARACTER = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
/** A grapheme that is shown as an emoji: by its properties in Unicode, as a flag or keycap, with a skin tone, a variation selector or a joiner. */
const SHOWN_AS_EMOJI =
  /^(?:\p{Emoji_Presentation}|\p{Regional_Indicator}{2}|[#*0-9]\ufe0f?\u20e3|\p{Emoji_Modifier_Base}\p{Emoji_Modifier}|\p{Extended_Pictographic}.*[\ufe0f\u200d])/u;
const SKIN_TONES = /\p{Emoji_Modifier}/gu;

/** Reports whether a text may contain emoji: a quick check, which is false for most slides. */
export const mayContainEmoji = (text: string): boolean => EMOJI_CHARACTER.test(text);

/** The file name of a sequence of code points. */
const nameOf = (grapheme: string): string =>
  Array.from(grapheme, (character) => character.codePointAt(0)?.toString(16)).join('-');

/** Possible file names of a sequence. Only names of joined sequences (ZWJ) contain variation selectors, and only some of these do. */
function namesOf(grapheme: string): string[] {
  const withoutSelectors = grapheme.replaceAll(EMOJI_SELECTOR, '');
  return grapheme.includes(JOINER) ? [nameOf(grapheme), nameOf(withoutSelectors)] : [nameOf(withoutSelectors)];
}

/**
 * The names of the pictures for one emoji: its picture, or else the one without skin tone, or else those of its parts; empty if there is
 * no picture.
 */
function picturesFor(grapheme: string, set: EmojiSet): string[] {
  const picture = [...namesOf(grapheme), ...namesOf(grapheme.replace(SKIN_TONES, ''))].find((name) => set.has(name));
  if (picture !== undefined) return [picture];
  const parts = grapheme.includes(JOINER) ? grapheme.split(JOINER) : [];
  return parts.filter((part) => part !== '').flatMap((part) => picturesFor(part, set));
}

/** Reports whether there is a picture for a grapheme, or for its parts. */
export const hasEmojiPicture = (grapheme: string, set: EmojiSet): boolean =>
  mayContainEmoji(grapheme) && picturesFor(grapheme.replaceAll(TEXT_SELECTOR, ''), set).length > 0;

/**
 * Splits text into runs of text and emoji pictures. A character that is text by default (❤, ✔) becomes a picture if U+FE0F follows it, or
 * if `isDrawable` reports that no font has it. An emoji without a picture stays text if a font has it, and is left out otherwise.
 */
export function splitTextAtEmoji(text: string, set: EmojiSet, isDrawable: (grapheme: string) => boolean): TextRun[] {
  const runs: TextRun[] = [];
  const addText = (addedText: string): void => {
    const lastRun = runs.at(-1);
    if (lastRun && 'text' in lastRun) lastRun.text += addedText;
    else if (addedText !== '') runs.push({ text: addedText });
  };
  for (const grapheme of splitGraphemes(text)) {
    const isPictographic = mayContainEmoji(grapheme);
    const isTextByDefault = !isPictographic || grapheme.includes(TEXT_SELECTOR) || !SHOWN_AS_EMOJI.test(grapheme);
    if (!isPictographic || (isTextByDefault && isDrawable(grapheme))) {
      addText(grapheme);
      continue;
    }
    const pictures = picturesFor(grapheme.replaceAll(TEXT_SELECTOR, ''), set);
    for (const emoji of pictures) runs.push({ emoji });
    if (pictures.length === 0 && isDrawable(grapheme)) addText(grapheme);
  }
  return runs;
}
