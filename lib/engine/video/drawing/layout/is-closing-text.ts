import { isShortLine } from './short-texts.ts';

/** Largest number of short points of a last page: more are a list. */
const MAX_CLOSING_POINTS = 4;

/**
 * First words of the titles of last pages, in the languages of most decks: thanks, questions, contacts, and what comes next. Words that end
 * in `!` must be the whole title.
 */
const FIRST_WORDS = [
  'thank you|thanks|questions|any questions|q ?(?:&|and) ?a|contacts?!|contact (?:us|me|details|info|information)|get in touch|next steps|the end!|goodbye|see you',
  'danke|vielen dank|herzlichen dank|fragen|kontakt|nächste schritte|wie es weitergeht|ende!|auf wiedersehen|bis bald',
  'merci|des questions|contactez|prochaines étapes|à bientôt|fin!',
  'gracias|muchas gracias|preguntas|contacto|próximos pasos|siguientes pasos|hasta pronto',
  'grazie|domande|contatti|prossimi passi|a presto',
  'obrigad[oa]|muito obrigad[oa]|perguntas|contatos?|contactos|próximos passos',
  'bedankt|dank (?:je|u)|dank jullie|vragen|volgende stappen',
  'dziękuj(?:ę|emy)|pytania|następne kroki',
  'tack|frågor|tak|takk|spørsmål|spørgsmål|næste skridt|neste steg|nästa steg|kiitos|kysymyksiä',
  'teşekkür(?:ler| ederi[mz])|sorular|iletişim|sonraki adımlar|köszönöm|köszönjük|děkuj[iu]|děkujeme|otázky|mulțumesc|mulțumim|întrebări',
  'спасибо|вопросы|контакты|следующие шаги|дякую|дякуємо|питання|контакти|ευχαριστ(?:ώ|ούμε)|ερωτήσεις',
  'شكرا|شكرًا|أسئلة|الأسئلة|الخطوات التالية|תודה|שאלות|धन्यवाद|प्रश्न|संपर्क',
];
/** Titles of last pages in languages without spaces between words: the whole title is one of these, with signs around it. */
const WHOLE_TITLES =
  'ありがとうございました|ご清聴ありがとうございました|ありがとうございます|ご質問|質問|お問い合わせ|次のステップ|谢谢|謝謝|感谢|感謝|感谢观看|问题|問題|联系我们|聯絡我們|下一步|감사합니다|고맙습니다|질문|문의|다음 단계|ขอบคุณ';

/** The pattern that replaces `!`: no letter follows. */
const NO_LETTER_FOLLOWS = String.raw`(?!.*\p{L})`;
/** The title of a last page, after signs at its start. */
const CLOSING_TITLE = new RegExp(
  String.raw`^(?:(?:${FIRST_WORDS.join('|').replaceAll('!', NO_LETTER_FOLLOWS)})(?!\p{L}|\p{M}))|^(?:${WHOLE_TITLES})[\p{P}\p{S}\s]*$`,
  'iu',
);

/** Reports whether a title and points, as normalized text, are those of a last page: thanks, questions, contacts or next steps. */
export const isClosingText = (title: string, points: readonly string[]): boolean =>
  isShortLine(title) &&
  points.length <= MAX_CLOSING_POINTS &&
  points.every(isShortLine) &&
  CLOSING_TITLE.test(title.normalize('NFC').replace(/^[\p{P}\p{S}\s]+/u, ''));
