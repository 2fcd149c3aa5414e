import { describe, expect, it } from 'vitest';
import { createDrawingDeps } from '#engine/video/drawing/paint/drawing-deps.ts';
import { markWordBoundaries, normalizeDrawableText } from '#engine/video/drawing/text/normalize-drawable-text.ts';
import { cssFamilyList } from '#engine/video/drawing/text/paragraph-node.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';

/** The scripts of UAX #31, table 5, each with a language and a sentence with its marks. */
const SAMPLES: readonly (readonly [script: string, language: string, text: string])[] = [
  ['Arab', 'ar', 'السلام عليكم ورحمة الله'],
  ['Armn', 'hy', 'Բոլոր մարդիկ ծնվում են ազատ'],
  ['Beng', 'bn', 'সমস্ত মানুষ স্বাধীনভাবে সমান মর্যাদা নিয়ে জন্মগ্রহণ করে'],
  ['Bopo', 'zh-TW', 'ㄅㄆㄇㄈ ㄉㄊㄋㄌ'],
  ['Cyrl', 'ru', 'Все люди рождаются свободными'],
  ['Deva', 'hi', 'सभी मनुष्य जन्म से स्वतन्त्र हैं क्ष्म्य'],
  ['Ethi', 'am', 'የሰው ልጅ ሁሉ ሲወለድ ነጻ'],
  ['Geor', 'ka', 'ყველა ადამიანი იბადება'],
  ['Grek', 'el', 'Όλοι οι άνθρωποι γεννιούνται'],
  ['Gujr', 'gu', 'પ્રતિષ્ઠા અને અધિકારોની દૃષ્ટિએ'],
  ['Guru', 'pa', 'ਸਾਰਾ ਮਨੁੱਖੀ ਪਰਿਵਾਰ ਆਪਣੀ'],
  ['Hang', 'ko', '모든 인간은 태어날 때부터'],
  ['Hani', 'zh', '人人生而自由'],
  ['Hebr', 'he', 'כל בני האדם נולדו'],
  ['Hira', 'ja', 'すべての にんげん'],
  ['Kana', 'ja', 'スベテノ ニンゲン'],
  ['Knda', 'kn', 'ಎಲ್ಲಾ ಮಾನವರೂ ಸ್ವತಂತ್ರರಾಗಿ'],
  ['Khmr', 'km', 'មនុស្សទាំងអស់កើតមកមានសេរីភាពនិងភាពស្មើគ្នា'],
  ['Laoo', 'lo', 'ມະນຸດທຸກຄົນເກີດມາມີສິດເທົ່າທຽມກັນ ນໍ້າ'],
  ['Latn', 'vi', 'Tất cả mọi người sinh ra'],
  ['Mlym', 'ml', 'മനുഷ്യരെല്ലാവരും സ്വതന്ത്രരായി'],
  ['Mymr', 'my', 'လူတိုင်းသည်တူညီလွတ်လပ်သောဂုဏ်သိက္ခာဖြင့်လည်းကောင်း'],
  ['Orya', 'or', 'ସମସ୍ତ ମନୁଷ୍ୟ ଜନ୍ମକାଳରୁ ସ୍ୱାଧୀନ'],
  ['Sinh', 'si', 'සියලු මනුෂ්‍යයෝ නිදහස්ව'],
  ['Taml', 'ta', 'மனிதப் பிறிவியினர் சகலரும்'],
  ['Telu', 'te', 'ప్రతిపత్తిస్వత్వముల విషయమున స్త్రీ'],
  ['Thaa', 'dv', 'ހުރިހާ އިންސާނުން ވެސް'],
  ['Thai', 'th', 'มนุษย์ทั้งหลายเกิดมามีอิสระ ที่ปู่ กู้'],
  ['Tibt', 'bo', 'འགྲོ་བ་མིའི་རིགས་རྒྱུད་ཡོངས་ལ་སྐྱེས་ཙམ་ཉིད་ནས་'],
];
const SIZE = 60;
const CANVAS = { width: 2400, height: 4 * SIZE };

const deps = createDrawingDeps();
const [template] = BUILT_IN_TEMPLATES;
if (!template) throw new Error('there is no template');

const set = (text: string, language: string) =>
  deps.typesetter.typesetParagraph(normalizeDrawableText(text), template.type.body, {
    language,
    text,
    direction: 'ltr',
  });

/** Height of what is drawn of a line, in sizes of type. */
async function inkHeight(text: string, families: string[]): Promise<number> {
  const style = {
    display: 'flex',
    ...CANVAS,
    paddingTop: SIZE * 1.5,
    fontFamily: cssFamilyList(families),
    fontSize: SIZE,
  };
  const look = { ...style, lineHeight: 1, whiteSpace: 'nowrap', color: '#000000', backgroundColor: '#ffffff' } as const;
  const root = { type: 'container', style: look, children: [{ type: 'text', text }] } as const;
  const rgba = await deps.renderer.render(root as never, { ...CANVAS, format: 'raw', fontFamilies: families });
  const rows = Array.from({ length: CANVAS.height }, (_, y) => y).filter((y) => {
    const row = rgba.subarray(y * CANVAS.width * 4, (y + 1) * CANVAS.width * 4);
    return row.some((value, i) => i % 4 === 0 && value < 128);
  });
  return ((rows.at(-1) ?? 0) - (rows[0] ?? 0) + 1) / SIZE;
}

describe('every recommended script', () => {
  it('is here', () => {
    expect(SAMPLES).toHaveLength(29);
    for (const [script, , text] of SAMPLES) expect(text).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'));
  });

  it.each(SAMPLES)('%s is drawn without a missing glyph, its lines clear of one another', async (_, language, text) => {
    const { runs, families, leading } = await set(text, language);
    const drawn = runs.map((run) => ('text' in run ? run.text : '')).join('');
    expect(drawn).not.toContain('□');
    expect(await inkHeight(drawn, families)).toBeLessThanOrEqual(leading);
  });

  it.each(['Thai', 'Laoo', 'Khmr', 'Mymr'])('%s breaks between words', (script) => {
    const text = SAMPLES.find(([name]) => name === script)?.[2] ?? '';
    const marked = markWordBoundaries(text);
    expect(marked.split('\u200b').length).toBeGreaterThan(3);
    expect(marked.replaceAll('\u200b', '')).toBe(text);
  });

  it('loads only the fonts of the scripts that a text has', async () => {
    const { families } = await createDrawingDeps().typesetter.typesetParagraph('Hello', template.type.body, {
      language: 'en',
      text: 'Hello',
      direction: 'ltr',
    });
    expect(families.every((family) => family.startsWith('inter'))).toBe(true);
  });
});
