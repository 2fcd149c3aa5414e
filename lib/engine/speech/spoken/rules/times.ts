import type { SpokenLanguageRules, TimeParts } from '../spoken-language-rules.ts';
import {
  alternativesPattern,
  doesAbbreviationEndSentence,
  type MakeSpokenRules,
  type SpokenRuleMatch,
  WORD_START_PATTERN,
  WRITTEN_NUMBER_START_PATTERN,
} from '../spoken-rule.ts';

const halfOf = (half: string | undefined): TimeParts['half'] =>
  half === undefined ? undefined : half.toLowerCase().startsWith('a') ? 'AM' : 'PM';

/** A time of groups that matched; undefined if there is no such time. */
export function timeOfDayOfMatch({
  hour,
  minute,
  second,
  half,
}: Readonly<Record<string, string | undefined>>): TimeParts | undefined {
  const parts = {
    hour: Number(hour),
    minute: Number(minute ?? 0),
    second: second === undefined ? undefined : Number(second),
    half: halfOf(half),
  };
  const isTime = parts.hour <= (parts.half ? 12 : 24) && parts.minute < 60 && (parts.second ?? 0) < 60;
  return isTime ? parts : undefined;
}

/** Before and after "16:10" that is the shape of a picture. */
const SHAPE =
  /^\s?(?:aspect|ratio|format|display|screen|bild|video|image|formato|schermo|pantalla|tela|écran|verhouding)/iu;
/** Halves of the day after a time. */
const HALF = '(?:[AaPp]\\.\\s?[Mm]\\.|[AP]M(?![\\p{L}\\p{N}])|pm(?![\\p{L}\\p{N}]))';
const PLAIN_HALF = '[AaPp]\\.?[Mm](?:\\.|(?![\\p{L}\\p{N}]))';
const TIME = '(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2}))?';
/** After a time with a full stop ("10 a.m. EST"): the sentence continues. */
const ZONE =
  /^\s(?:UTC|GMT|[A-Z]{1,3}[SD]T|[ECMP]T|CES?T|WES?T|EES?T|(?:Eastern|Central|Mountain|Pacific|Atlantic|Alaska|Hawaii)(?: (?:Standard|Daylight))? Time|\p{Lu}\p{L}+ time)(?![\p{L}\p{N}])/u;

/** The end of a range in the form of a time: its groups have other names. */
const asUntil = (time: string): string =>
  time.replace('<hour>', '<until>').replace('<minute>', '<untilMinute>').replace('<half>', '<untilHalf>');

/** The words of a time, of both times of a range; undefined: there is no such time. */
function timeWords(
  { groups, before }: Pick<SpokenRuleMatch, 'groups' | 'before'>,
  language: SpokenLanguageRules,
): string | undefined {
  const first = timeOfDayOfMatch(groups);
  if (!first || groups.until === undefined) return first && language.time(first, before);
  const last = timeOfDayOfMatch({ hour: groups.until, minute: groups.untilMinute, half: groups.untilHalf });
  if (!last) return undefined;
  // "9–5 pm": the hour alone. "1–2 Uhr" has no such form: "ein Uhr bis zwei Uhr".
  const hour = language.cardinal(first.hour, 'f');
  const isBare = groups.bare !== undefined && first.minute === 0;
  const from = isBare && (first.hour > 1 || hour === language.cardinal(1)) ? hour : language.time(first, before);
  return `${from} ${language.words.to} ${language.time(last, '')}`;
}

/** Times of day. "16:9" does not match, because minutes have two digits. */
export const spokenTimeOfDayRules: MakeSpokenRules = ({
  times,
  rangeTime,
  afterTime,
  hasPlainAm,
  weekdays,
  dayLetters = {},
}) => {
  const anyHalf = hasPlainAm ? PLAIN_HALF : HALF;
  const aDay = new RegExp(`^ (?:${alternativesPattern(weekdays.flat())})(?!\\p{L})`, 'u');
  const say = (match: SpokenRuleMatch, language: SpokenLanguageRules): string | undefined => {
    const { text, after } = match;
    if (SHAPE.test(after)) return undefined;
    const words = timeWords(match, language);
    const isOver = text.endsWith('.') && doesAbbreviationEndSentence(after) && !ZONE.test(after) && !aDay.test(after);
    return words && words + (isOver ? '.' : '');
  };
  const end = '(?![\\p{L}\\p{N}_]|[:.,/]\\p{N})';
  const alone = `${WORD_START_PATTERN}(?<![.,:]|[$€£/-])`;
  const halved = `(?<hour>\\d{1,2})(?::(?<minute>\\d{2}))? ?(?<half>${anyHalf})`;
  return [
    // "9–5 pm", "9–17 Uhr": the first time has the half or the noun of the second.
    ...[halved, ...times].map((time) => ({
      pattern: new RegExp(
        `${alone}(?<bare>(?<hour>\\d{1,2})(?:[:.](?<minute>\\d{2}))?) ?[–-] ?${asUntil(time)}${end}`,
        'gu',
      ),
      say,
    })),
    // "9h–17h30": one of them has minutes. "9-17h" is a number of hours as well.
    ...(rangeTime === undefined
      ? []
      : [
          {
            pattern: new RegExp(`${alone}${rangeTime} ?[–-] ?${asUntil(rangeTime)}${end}`, 'gu'),
            say: (match: SpokenRuleMatch, language: SpokenLanguageRules) =>
              (match.groups.minute ?? match.groups.untilMinute) ? say(match, language) : undefined,
          },
        ]),
    // "9–5:30": the hour alone.
    {
      pattern: new RegExp(
        `${alone}(?<bare>(?<hour>\\d{1,2})) ?[–-] ?(?<until>\\d{1,2}):(?<untilMinute>\\d{2})(?:${afterTime})?${end}`,
        'gu',
      ),
      say,
    },
    // "Mon–Fri 9–5".
    {
      pattern: new RegExp(
        `(?<=(?:${alternativesPattern([...weekdays.flat(), ...Object.keys(dayLetters).map((letter) => `-${letter}`), ...Object.keys(dayLetters).map((letter) => `–${letter}`)])})\\.?,? )(?<hour>\\d{1,2}) ?[–-] ?(?<until>\\d{1,2})(?=\\.?(?:$|[,;\\n]))`,
        'gu',
      ),
      say({ groups: { hour, until } }, { cardinal, words: { to } }) {
        const [from, last] = [Number(hour), Number(until)];
        return from <= 24 && last <= 24 ? `${cardinal(from)} ${to} ${cardinal(last)}` : undefined;
      },
    },
    { pattern: new RegExp(`${alone}${halved}(?: ?[–-] ?${asUntil(halved)})${end}`, 'gu'), say },
    { pattern: new RegExp(`${WRITTEN_NUMBER_START_PATTERN}${TIME} ?(?<half>${anyHalf})`, 'gu'), say },
    {
      pattern: new RegExp(
        `${WRITTEN_NUMBER_START_PATTERN}${TIME}(?: ?[–-] ?(?<until>\\d{1,2}):(?<untilMinute>\\d{2}))?(?:${afterTime})?${end}`,
        'gu',
      ),
      say,
    },
    ...times.map((time) => ({ pattern: new RegExp(`${alone}${time}${end}`, 'gu'), say })),
  ];
};
