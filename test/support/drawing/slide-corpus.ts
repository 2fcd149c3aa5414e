import sharp from 'sharp';
import type { DrawableImage, DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';

const sentence = 'The quick brown fox jumps over the lazy dog while the committee reviews every number twice. ';

type Words = Pick<DrawableSlide, 'language' | 'title' | 'bullet_points'>;

/** Text of every kind that a slide may hold, by name. */
export const CORPUS: Record<string, Words> = {
  latin: {
    language: 'en',
    title: 'Quarterly results — résumé',
    bullet_points: ['Revenue grew by 24% year over year', 'Spain, Brazil and Việt Nam', 'Căn hộ, Łódź, Ångström, ﬁ €₹'],
  },
  longest: {
    language: 'en',
    title: sentence.repeat(3).slice(0, 200),
    bullet_points: Array.from({ length: 12 }, (_, i) => `${i + 1}. ${sentence.repeat(4)}`.slice(0, 300)),
  },
  unbroken: {
    language: 'de',
    title: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaften',
    bullet_points: ['W'.repeat(80), '', 'https://example.com/a/path/that/never/ends?with=query'],
  },
  squares: {
    language: 'zh',
    title: '第三季度业绩报告'.repeat(25),
    bullet_points: Array.from({ length: 12 }, () =>
      '中文文本应当正确显示，长句子也需要换行。'.repeat(15).slice(0, 300),
    ),
  },
  tall: {
    language: 'th',
    title: 'ผลประกอบการไตรมาสที่สาม '.repeat(8).slice(0, 200),
    bullet_points: Array.from({ length: 12 }, () => 'น้ำ ที่ กี่ ปู่ ผู้ใหญ่ '.repeat(13).slice(0, 300)),
  },
  arabic: {
    language: 'ar',
    title: 'نتائج الربع الثالث',
    bullet_points: ['نمت الإيرادات بنسبة 24% على أساس سنوي', 'إطلاق version 2.0 (beta) في السوق', 'مرحباً، ٪ ؟ ﷼'],
  },
  hebrew: { language: 'he', title: 'תוצאות הרבעון', bullet_points: ['ההכנסות צמחו ב-24%', 'שָׁלוֹם ₪'] },
  hindi: {
    language: 'hi',
    title: 'तिमाही परिणाम और श्रद्धा',
    bullet_points: ['संयुक्ताक्षर: क्ष, त्र, ज्ञ', '₹1,25,000 की बचत।'],
  },
  thai: { language: 'th', title: 'ผลประกอบการไตรมาสที่สาม', bullet_points: ['รายได้เพิ่มขึ้น 24% ฿', 'น้ำ ที่ กี่ ปู่'] },
  japanese: {
    language: 'ja',
    title: '第三四半期の業績',
    bullet_points: ['売上高は前年比24％増加。', '「𠮷野家」、葛・骨・角 → ★ ①'],
  },
  chinese: { language: 'zh', title: '第三季度业绩报告', bullet_points: ['收入同比增长24%。', '直、骨、龘、體、灣'] },
  korean: { language: 'ko', title: '3분기 실적 보고', bullet_points: ['매출이 24% 증가했습니다', '서울 · 부산'] },
  greek: { language: 'el', title: 'Αποτελέσματα', bullet_points: ['Ἀρχὴ ἥμισυ παντός', 'Ευχαριστούμε!'] },
  cyrillic: { language: 'ru', title: 'Итоги квартала', bullet_points: ['за́мок, ґудзик, їжак, №5', 'Ѣ ₽1 000 ₴'] },
  signs: {
    language: 'en',
    title: 'Signs → and ✓',
    bullet_points: ['← ↑ ↓ ⇒ ✔ ✗ ★ ☆ ● ■ ☐ ☑ ♥', '≈ ≤ ≥ ≠ ∞ ∑ √ ∂ ∫ ½ ² ° § † ‡ ‰'],
  },
  emoji: { language: 'en', title: 'Ship it 🚀 ❤️', bullet_points: ['👩🏽‍💻 👨‍👩‍👧‍👦 🇫🇷 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ ✅', '🚀'.repeat(60)] },
  markup: {
    language: 'en',
    title: '<b>bold</b> &amp; </div> {{x}}',
    bullet_points: [
      '<script>alert(1)</script>',
      'a\u0000b\u0007c \ud800 lone \udc00 \u202e override',
      '`$x` %s url(x)"\'',
    ],
  },
  code: {
    language: 'en',
    title: 'Reading a file',
    bullet_points: [
      '// Reads line by line, whatever the size.\texport',
      'export async function* lines(path: string): AsyncGenerator<string> {',
      '\tconst file = await open(path, "r");',
      '    try {',
      '',
      `        for await (const line of file.readLines({ encoding: 'utf8', highWaterMark: ${'1024 * '.repeat(30)}64 })) {`,
      '            if (line !== "第三四半期の業績 🚀") yield line; # نهاية',
      '        }',
      `    } finally { ${'x'.repeat(260)} }`,
      '}',
      'a = b;\nc = d;',
      '   ',
    ],
  },
  oneWord: { language: 'en', title: 'Light', bullet_points: ['Air'] },
  titleOnly: { language: 'en', title: 'Where we go from here', bullet_points: [] },
  pointsOnly: { language: 'en', title: '', bullet_points: ['One', '', 'Two'] },
  nothing: { language: 'en', title: ' ', bullet_points: ['', '  '] },
};

export function slideOf(name: string, more: Partial<DrawableSlide> = {}): DrawableSlide {
  const words = CORPUS[name];
  if (!words) throw new RangeError(`no text ${name}`);
  return { ...words, layout: 'auto', is_first: false, ...more };
}

/** A JPEG of vertical stripes in the given colours (`#rrggbb`). */
export async function stripes(colors: string[], width = 900, height = 600): Promise<DrawableImage> {
  // Not from an SVG: the service blocks its reader, and files that share a process with the service's image code lack it.
  const bars = colors.map((background, i) => ({
    input: { create: { width: Math.ceil(width / colors.length), height, channels: 3 as const, background } },
    left: Math.floor((width / colors.length) * i),
    top: 0,
  }));
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .composite(bars)
    .jpeg({ quality: 95 })
    .toBuffer();
  return { bytes, width, height, fit: 'cover', focus: { x: 0.5, y: 0.5 } };
}
