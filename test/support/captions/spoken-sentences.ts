import type { CaptionedSentence } from '#features/renders/captions/caption-cues.ts';

/** A sentence in each of the ways in which languages break lines, by BCP 47 tag. */
export const SENTENCE_BY_LANGUAGE: Readonly<Record<string, string>> = {
  en: 'In the first quarter, we grew revenue by 12 percent, which is more than anyone in the industry expected, and we did so without raising a single price.',
  fr: '« Pourquoi donc ? » demanda-t-elle, « il me semble que nous avions convenu du contraire ! »',
  de: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen sind – wie jeder weiß – besonders schwer zu lesen.',
  ar: 'في الربع الأول، نمت إيراداتنا بنسبة 12 في المئة، وهو ما يفوق توقعات الجميع في هذا القطاع، ولم نرفع سعرًا واحدًا.',
  he: 'ברבעון הראשון צמחו ההכנסות שלנו ב-12 אחוזים, וזה יותר ממה שמישהו בתעשייה ציפה לו.',
  ja: '本日は、四半期の業績についてご報告いたします。売上高は前年同期比で十二パーセント増加し、新しい市場を二つ開拓することができました。',
  zh: '在第一季度，我们的收入增长了百分之十二，这比业内任何人预期的都要多，而且我们没有提高任何价格。',
  ko: '첫 분기에 우리의 매출은 십이 퍼센트 증가했으며, 이는 업계의 누구도 예상하지 못한 결과입니다.',
  th: 'ในไตรมาสแรกเรามีรายได้เพิ่มขึ้นร้อยละสิบสองซึ่งมากกว่าที่ใครในอุตสาหกรรมคาดการณ์ไว้',
  hi: 'पहली तिमाही में हमारी आय बारह प्रतिशत बढ़ी, जो उद्योग में किसी की भी अपेक्षा से अधिक है, और हमने एक भी कीमत नहीं बढ़ाई।',
  ru: 'В первом квартале наша выручка выросла на 12 процентов, чего не ожидал никто в отрасли, и мы не подняли ни одной цены.',
};

/** Texts that are never spoken, but that a client can write. */
export const HOSTILE_TEXTS = [
  'a < b & c > d',
  '<script>alert(1)</script>',
  '00:00:00.000 --> 99:00:00.000',
  'two\n\nparagraphs',
  'WEBVTT\n\nNOTE x',
  '&amp; &lt; &nbsp;',
  'tab\tand\r\nreturn',
  '\u2028line\u2029separators',
  '{\\an8}up <i>there</i>',
  'W'.repeat(500),
  '🎉'.repeat(60),
  '👩‍👩‍👧‍👦 🇫🇷',
  `a${'\u0301'.repeat(30)} b`,
  '\u202eoverride',
  ', , , ! ! !',
];

export const captionedSentence = (text: string, start_seconds: number, end_seconds: number): CaptionedSentence => ({
  text,
  start_seconds,
  end_seconds,
});
