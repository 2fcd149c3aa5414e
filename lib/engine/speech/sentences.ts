import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { splitLongSentence } from './split-long-sentence.ts';
import { type SpokenFormLookup, type TextRange, trimRange } from './text-range.ts';

/**
 * Abbreviations by language, in lower case and without the last full stop. `Intl.Segmenter` has no suppression data: it ends a sentence after
 * "Dr.", and the pause there is audible.
 */
const ABBREVIATIONS: Record<string, readonly string[]> = {
  en: ['dr', 'mr', 'mrs', 'ms', 'prof', 'st', 'vs', 'e.g', 'i.e'],
  de: ['dr', 'prof', 'hr', 'fr', 'nr', 'bzw', 'ca', 'vgl', 'evtl', 'ggf', 'inkl', 'z', 'd', 'u', 'z.b', 'd.h', 'u.a'],
  fr: ['m', 'mm', 'mme', 'mlle', 'dr', 'pr', 'env', 'p. ex'],
  es: ['sr', 'sra', 'srta', 'dr', 'dra', 'ud', 'uds', 'p. ej', 'ee', 'uu'],
  pt: ['sr', 'sra', 'dr', 'dra', 'prof', 'p. ex'],
  it: ['sig', 'dott', 'prof', 'ing'],
  nl: ['dhr', 'mevr', 'dr', 'prof', 'bijv', 'd.w.z'],
};

/** Lengths and times ("5 mm.", "20 ms."), which are not "MM." and "Ms.". */
const SHORT_MEASURE = /\d m[ms]?\.$/u;

/** Months and parts of books in all languages: before a digit hardly any of them is another word. */
const ABBREVIATION_BEFORE_DIGIT = new RegExp(
  `(?:^| )(?:${[
    'jan|janv|ene|feb|febr|févr|fév|mar|mär|mrz|apr|avr|abr|jun|juin|jul|juil|aug|août|ago|sep|sept|okt|oct|nov|dez|dec|déc|dic',
    'no|nos|nr|núm|num|č|p|pp|s|ss|pág|págs|pag|str|vol|bd|fig|figs|abb|obr|tab|ch|chap|cap|kap|rozdz|sec|sect|abschn',
    'art|abs|par|odst|ust|stk|ziff|eq|approx|ca|kl|tel',
  ].join('|')})\\.$`,
  'iu',
);

/** Languages that write ordinal numbers with a full stop: "3." for "3rd". */
const LANGUAGES_WITH_ORDINAL_DOT = new Set(
  'bs cs da de dsb et eu fi fo gsw hr hsb hu is lb lt lv nb nn no pl sk sl sr tr'.split(' '),
);
/** An ordinal number: a longer number with a full stop more often ends a sentence. */
const ORDINAL = /(?:^| |\d\.[-–/])(?:\d{1,2}|[IVX]+)\.$/u;
/** One capital letter and a full stop. After a digit it is a unit: "12 V." */
const INITIAL = /(?:^|(?<!\d) |\.)\p{Lu}\.$/u;

const SCANDINAVIAN = startingWith(
  'Det|Den|Dette|Detta|Disse|Dessa|En|Ett?|Vi|Du|Jeg|Jag|Eg|H[ao]n|Hun|Her|Här|Nu|Nå|Så|Derefter|Deretter|Därefter|Sedan|Og|Och|Men|Hvis|Om|Når|När|Efter|Etter',
);

/**
 * Words that start a sentence. "am 3. Oktober" and "by J. Smith" look like "Wir sind 3. Danach …" and "Choose plan B. Then
 * go.": the next word tells them apart. The words are neither surnames (no "He", no "La") nor things that an ordinal counts.
 * Before any other word, and in languages without a list, the sentence continues: a missing pause does less harm than one
 * within a date or a name, where the voice would speak "am 3." alone.
 */
const SENTENCE_STARTERS: Record<string, RegExp> = {
  cs: startingWith('A|Ale|Pak|Potom|Poté|Teď|To|Ten|Ta|Tyto|Když|Pokud|Je|My|V|Na'),
  da: SCANDINAVIAN,
  de: startingWith(
    'Der|Die|Das|Dem|Den|Des|Ein|Eine|Diese[rsmn]?|Dies|Ich|Wir|Er|Sie|Es|Ihre?|Unsere?|Dann|Danach|Da|Dabei|Damit|Daher|Hier|Jetzt|Nun|Und|Aber|Doch|Auch|Wenn|In|Im|Am|Auf|Bei|Für|Mit|Nach|Was|Wie',
  ),
  en: startingWith(
    'The|This|That|These|Those|There|It|I|We|They|Our|Your|Then|Now|Next|Here|Also|And|But|If|When|After|As|In|On|At|For|From|To|With|What|How|Let|Please',
  ),
  es: startingWith(
    'El|Un|Una|Est[ae]|Est[ao]s|Esto|Hay|Luego|Después|Entonces|Ahora|También|Así|Y|Pero|En|Para|Con|Nuestr[ao]s?',
  ),
  fi: startingWith('Se|Sen|Sitten|Nyt|Me|Te|He|Hän|Tämä|Tämän|Nämä|Tässä|Ja|Mutta|Jos|Kun'),
  fr: startingWith(
    "Les|Une?|Cet?|Cette|Ces|Cela|C['’]est|Ils?|Elles?|Nous|Vous|On|Notre|Votre|Voici|Puis|Ensuite|Et|Mais|Dans|Pour|Avec",
  ),
  hu: startingWith('Az?|Ez|Ezek|Ezután|Aztán|Majd|Most|Itt|Mi|És|De|Ha'),
  it: startingWith('I|Il|Gli|Un|Una|Quest[ao]|Noi|È|Poi|Ora|Ma|Se|In|Per|Con'),
  nb: SCANDINAVIAN,
  nn: SCANDINAVIAN,
  nl: startingWith('Het|Een|Dit|Dat|Deze|Wij|We|Ze|Ik|Onze|Dan|Daarna|Nu|En|Maar|Als|Voor|Met'),
  no: SCANDINAVIAN,
  pl: startingWith('A|Ale|I|To|Ten|Ta|Te|Potem|Następnie|Teraz|Jeśli|Gdy|My|Jest|W|Na'),
  pt: startingWith('[OA]s?|Uma?|Est[ae]|Isso|Nós|Depois|Então|Agora|Mas|Em|Para|Com'),
  sv: SCANDINAVIAN,
  tr: startingWith('Bu|Bunlar|Biz|Sonra|Ardından|Şimdi|Ve|Ama|Eğer|Burada'),
};

/** UTF-16 units that are examined before and after a full stop: more than any abbreviation with its spaces. */
const MAX_TEXT_BEFORE = 16;
const MAX_TEXT_AFTER = 16;
/** Quotes and brackets before a word. */
const OPENING_MARKS = /[\p{Ps}\p{Pi}"]/gu;
const LINE_END = /[\n\r\u0085\u2028\u2029]/u;

/**
 * Finds the sentences of a text, in reading order. None is empty, has white space at its ends, or is longer than
 * MAX_SENTENCE_UTF16_UNITS in its spoken form. A segment without words (an emoji, dots) belongs to the sentence before it.
 * @param written with single spaces; a line end always ends a sentence
 * @param language BCP 47; an invalid tag counts as "und"
 */
export function findSentences(written: string, language: string, spokenForm: SpokenFormLookup): TextRange[] {
  const locale = validLocale(language);
  const { language: primaryLanguage } = new Intl.Locale(locale);
  const segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' });
  const sentences: TextRange[] = [];
  let sentenceStart = 0;
  for (const { segment, index } of segmenter.segment(written)) {
    const end = index + segment.length;
    const textBefore = written.slice(Math.max(sentenceStart, end - MAX_TEXT_BEFORE), end);
    const textAfter = written.slice(end, end + MAX_TEXT_AFTER);
    const isWithinLine = !LINE_END.test(segment.slice(-1));
    const isShortened =
      spokenForm.isAfterShortening(sentenceStart + written.slice(sentenceStart, end).trimEnd().length) &&
      !ownPropertyValue(SENTENCE_STARTERS, primaryLanguage)?.test(textAfter.replace(OPENING_MARKS, ''));
    const isContinued =
      spokenForm.isInsideUnit(end) ||
      (isWithinLine &&
        (isShortened ||
          continuesAfterMark(textBefore, textAfter) ||
          continuesAfterStop(textBefore, textAfter, primaryLanguage)));
    if (isContinued && end < written.length) continue;
    const sentence = trimRange(written, sentenceStart, end);
    sentenceStart = end;
    const previousSentence = sentences.at(-1);
    if (sentence.to === sentence.from) continue;
    const haveBothWords =
      previousSentence &&
      spokenForm.hasWords(previousSentence.from, previousSentence.to) &&
      spokenForm.hasWords(sentence.from, sentence.to);
    if (previousSentence && !haveBothWords) previousSentence.to = sentence.to;
    else sentences.push(sentence);
  }
  return sentences.flatMap((sentence) => splitLongSentence(written, sentence, locale, spokenForm));
}

/** Reports whether a text has a letter or digit that a voice can speak. */
export function hasLetterOrDigit(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Characters that directly follow a mark only within an address, a file name or a version. Scripts without spaces are not among them. */
const IN_A_WORD = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}_/\\=&#%+~@*]/u;
/** A mark after a letter of a script without spaces: it ends the sentence whatever follows ("你知道吗?API是接口。"). */
const ENDS_WITHOUT_SPACE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}][?!]+$/u;
/** A question or exclamation mark, with the quotes and brackets that it closes, and the space after it. */
const MARK_AND_SPACE = /[?!][\p{Pe}\p{Pf}"']*\s+$/u;

/**
 * Reports whether a mark is part of a word ("watch?v=1", "*.TXT", "!important"), or is followed by a small letter ("Yahoo! is",
 * "“Ready?” she asked").
 */
const continuesAfterMark = (textBefore: string, textAfter: string): boolean =>
  (/[.?!]$/u.test(textBefore) && IN_A_WORD.test(textAfter) && !ENDS_WITHOUT_SPACE.test(textBefore)) ||
  (MARK_AND_SPACE.test(textBefore) && /^\p{Ll}/u.test(textAfter));

/** Reports whether the sentence continues after a full stop. */
function continuesAfterStop(textBefore: string, textAfter: string, language: string): boolean {
  const words = textBefore.replace(OPENING_MARKS, ' ').trim();
  if (!words.endsWith('.')) return false;
  if (!SHORT_MEASURE.test(words) && isAbbreviated(words.slice(0, -1).toLowerCase(), language)) return true;
  const isBeforeDigit = /^\d/u.test(textAfter);
  if (isBeforeDigit && ABBREVIATION_BEFORE_DIGIT.test(words)) return true;
  const isUndecided =
    (LANGUAGES_WITH_ORDINAL_DOT.has(language) && ORDINAL.test(words)) || (!isBeforeDigit && INITIAL.test(words));
  return isUndecided && !ownPropertyValue(SENTENCE_STARTERS, language)?.test(textAfter.replace(OPENING_MARKS, ''));
}

const isAbbreviated = (words: string, language: string): boolean =>
  (ownPropertyValue(ABBREVIATIONS, language) ?? []).some(
    (abbreviation) => words === abbreviation || words.endsWith(` ${abbreviation}`),
  );

/** Matches one of the words at the start, but not before a full stop, where it is an initial, or within a longer word. */
function startingWith(words: string): RegExp {
  return new RegExp(`^(?:${words})(?![\\p{L}\\p{M}.])`, 'u');
}

/** The canonical form of a tag; "und" for an invalid one. */
function validLocale(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'und';
  } catch {
    return 'und';
  }
}
