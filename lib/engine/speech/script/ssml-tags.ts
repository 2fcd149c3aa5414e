import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { describeIpaFault, toCanonicalIpa } from './ipa.ts';
import {
  SAY_AS_DATE_FORMATS,
  SAY_AS_INTERPRETATIONS,
  type SayAs,
  type SayAsDateFormat,
  SPEECH_EMPHASES,
  type SpeechEmphasis,
} from './script.ts';

/** The attributes of an element. */
export type SsmlAttributes = Readonly<Record<string, string>>;

interface TagRule {
  attributes: readonly string[];
  /** The tags that it may contain. */
  children: readonly string[];
}

const INLINE_TAGS = ['break', 'emphasis', 'say-as', 'sub', 'phoneme'];

// From SSML 1.1, section 3; version and namespace do not change the sound.
const TAG_RULES: Record<string, TagRule> = {
  speak: { attributes: ['version', 'xmlns', 'xml:lang'], children: ['p', 's', 'voice', ...INLINE_TAGS] },
  p: { attributes: [], children: ['s', 'voice', ...INLINE_TAGS] },
  s: { attributes: [], children: ['voice', ...INLINE_TAGS] },
  break: { attributes: ['time', 'strength'], children: [] },
  emphasis: { attributes: ['level'], children: INLINE_TAGS },
  'say-as': { attributes: ['interpret-as', 'format'], children: [] },
  sub: { attributes: ['alias'], children: [] },
  phoneme: { attributes: ['alphabet', 'ph'], children: [] },
  voice: { attributes: ['name'], children: ['p', 's', ...INLINE_TAGS] },
};

/** The supported tags, for messages. */
export const SSML_TAG_LIST = Object.keys(TAG_RULES).join(', ');
/** The rule of a tag; undefined when it is not supported. */
export const findSsmlTagRule = (name: string): TagRule | undefined => ownPropertyValue(TAG_RULES, name);

/** Seconds of a break by its strength. SSML does not define them: none, then about a comma, a full stop, and the end of a paragraph. */
const BREAK_SECONDS_BY_STRENGTH = {
  none: 0,
  'x-weak': 0.1,
  weak: 0.2,
  medium: 0.4,
  strong: 0.7,
  'x-strong': 1.2,
} as const;
const BREAK_TIME = /^\+?(\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})(ms|s)$/;
/** The maximum number of seconds of one break. */
export const MAX_BREAK_SECONDS = 10;
/** The maximum numbers of characters of an alias and of the text of a `say-as`, so that each stays within one sentence. */
const MAX_ALIAS_CHARACTERS = 200;
const MAX_SAY_AS_CHARACTERS = 100;
/** The maximum number of characters of the name of a voice. */
const MAX_VOICE_NAME_CHARACTERS = 100;

/** Returns the one of `values` that equals `value`. @throws RangeError if there is none */
const requireOneOf = <Value extends string>(values: readonly Value[], value: string, attribute: string): Value => {
  const match = values.find((candidate) => candidate === value);
  if (match === undefined) throw new RangeError(`${attribute}="${value}" is not one of ${values.join(', ')}`);
  return match;
};

/** The length of a `break`, in seconds. @throws RangeError */
export function ssmlBreakSeconds({ time, strength = 'medium' }: SsmlAttributes): number {
  const names = Object.keys(BREAK_SECONDS_BY_STRENGTH).filter((name): name is keyof typeof BREAK_SECONDS_BY_STRENGTH =>
    Object.hasOwn(BREAK_SECONDS_BY_STRENGTH, name),
  );
  const strengthSeconds = BREAK_SECONDS_BY_STRENGTH[requireOneOf(names, strength, 'strength')];
  if (time === undefined) return strengthSeconds;
  const [, amount, unit] = BREAK_TIME.exec(time) ?? [];
  const seconds = Number(amount) / (unit === 'ms' ? 1000 : 1);
  if (!(seconds <= MAX_BREAK_SECONDS))
    throw new RangeError(`time="${time}" is not a time of 0 to ${MAX_BREAK_SECONDS} s such as 500ms or 1.5s`);
  return seconds;
}

/** The stress of an `emphasis`. @throws RangeError */
export function emphasisOfSsml({ level = 'moderate' }: SsmlAttributes): { emphasis: SpeechEmphasis | undefined } {
  const emphasis = requireOneOf([...SPEECH_EMPHASES, 'none'], level, 'level');
  return { emphasis: emphasis === 'none' ? undefined : emphasis };
}

/** The interpretation of a `say-as`. @throws RangeError */
export function interpretationOfSayAs(
  { 'interpret-as': kind, format }: SsmlAttributes,
  text: string,
): { as: SayAs; format?: SayAsDateFormat | undefined } {
  if (kind === undefined) throw new RangeError('<say-as> needs interpret-as="…"');
  checkText('say-as', text, MAX_SAY_AS_CHARACTERS);
  const interpretation = requireOneOf([...SAY_AS_INTERPRETATIONS, 'spell-out'], kind, 'interpret-as');
  const as = interpretation === 'spell-out' ? 'characters' : interpretation;
  if (format === undefined) return { as };
  if (as !== 'date' && as !== 'time') throw new RangeError(`${as} has no format`);
  return { as, format: requireOneOf(SAY_AS_DATE_FORMATS, format, 'format') };
}

/** Checks that a `voice` has a name. @throws RangeError */
export function checkSsmlVoiceName({ name }: SsmlAttributes): void {
  const length = [...(name ?? '').trim()].length;
  if (length < 1 || length > MAX_VOICE_NAME_CHARACTERS)
    throw new RangeError(`<voice> needs name="…": a speaker of the timeline, or a voice from GET /voices`);
}

/** The spoken text of a `sub`. @throws RangeError */
export function spokenTextOfSsmlSub({ alias }: SsmlAttributes, text: string): { say: string } {
  if (alias === undefined) throw new RangeError('<sub> needs alias="…"');
  const say = alias.replace(/\s+/gu, ' ').trim();
  if (say === '' || [...say].length > MAX_ALIAS_CHARACTERS)
    throw new RangeError(`alias="…" must have 1 to ${MAX_ALIAS_CHARACTERS} characters`);
  checkText('sub', text, MAX_ALIAS_CHARACTERS);
  return { say };
}

/** The pronunciation of a `phoneme`. @throws RangeError */
export function pronunciationOfSsmlPhoneme(
  { alphabet = 'ipa', ph }: SsmlAttributes,
  text: string,
): { say: string; phonemes: string } {
  if (alphabet !== 'ipa') throw new RangeError(`alphabet="${alphabet}" is not supported: write alphabet="ipa"`);
  if (ph === undefined) throw new RangeError('<phoneme> needs ph="…": the sounds in IPA');
  const fault = describeIpaFault(ph);
  if (fault !== undefined) throw new RangeError(`ph="${ph}": ${fault}`);
  checkText('phoneme', text, MAX_ALIAS_CHARACTERS);
  return { say: text.normalize('NFC').replace(/\s+/gu, ' ').trim(), phonemes: toCanonicalIpa(ph) };
}

/** Checks the length of an element's text. @throws RangeError */
function checkText(name: string, text: string, maxCharacters: number): void {
  const length = [...text.trim()].length;
  if (length < 1 || length > maxCharacters)
    throw new RangeError(`<${name}> must contain 1 to ${maxCharacters} characters`);
}
