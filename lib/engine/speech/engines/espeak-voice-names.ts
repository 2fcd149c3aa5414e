/** The list of `espeak-ng --voices` of the npm package, without duplicates and private-use tags; a test compares the two. */
const VOICE_NAMES = `
af am an ar as az ba be bg bn bpy bs ca cmn cmn-latn-pinyin cs cv cy da de el en-029 en-gb en-gb-scotland
en-gb-x-gbclan en-gb-x-gbcwmd en-gb-x-rp en-us en-us-nyc eo es es-419 et eu fa fa-latn fi fr-be fr-ch fr-fr ga gd gn
grc gu hak haw he hi hr ht hu hy hyw ia id io is it ja jbo ka kk kl kn ko kok ku ky la lb lfn lt ltg lv mi mk ml mr ms
mt mto my nb nci ne nl nog om or pa pap piqd pl pt pt-br py qdb qu quc qya ro ru ru-cl ru-lv sd shn si sjn sk sl smj
sq sr sv sw ta te th tk tn tr tt ug uk ur uz vi vi-vn-x-central vi-vn-x-south yue`;

/** The names of all voices, as `-v` takes them: mostly language tags in lower case. */
export const ESPEAK_VOICE_NAMES: ReadonlySet<string> = new Set(VOICE_NAMES.trim().split(/\s+/));

/** From lower-case BCP 47 tag to voice. */
export const ESPEAK_VOICE_BY_TAG: ReadonlyMap<string, string> = new Map([
  ...[...ESPEAK_VOICE_NAMES].map((name): [string, string] => [name, name]),
  ['fr', 'fr-fr'],
  ['no', 'nb'],
  ['zh', 'cmn'],
]);

/** File names of the voices that are named otherwise. */
const FILE_NAME_BY_VOICE: ReadonlyMap<string, string> = new Map([
  ['en-gb', 'en'],
  ['fr-fr', 'fr'],
]);

/**
 * A voice as the program takes it for `-v`. It finds `en-gb` by its language, but with a variant (`en-gb+f2`) only by the name of its file:
 * by the language, the variant has no effect.
 */
export function espeakProgramVoice(voice: string): string {
  const [name = '', variant] = voice.split('+');
  return variant === undefined ? voice : `${FILE_NAME_BY_VOICE.get(name) ?? name}+${variant}`;
}

/** Variants that change the timbre of any voice (`de+f2`): the plain male (m) and female (f) ones. */
export const ESPEAK_VARIANTS: ReadonlySet<string> = new Set('m1 m2 m3 m4 m5 m6 m7 m8 f1 f2 f3 f4 f5'.split(' '));
