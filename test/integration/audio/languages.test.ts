import { beforeAll, describe, expect, test } from 'vitest';
import type { SynthesizedSpeech } from '#engine/speech/engine.ts';
import { createEspeakEngine } from '#engine/speech/engines/espeak.ts';
import {
  type Heard,
  levelBetween,
  longestSilence,
  loudnessOf,
  onsetAfter,
  samplesOfPcm,
  stepAt,
} from '#test/support/audio/measure-speech.ts';

const engine = createEspeakEngine();

/** Two sentences of one paragraph, the second with a place for a break, and one of another. */
const NARRATIONS = {
  en: ['Welcome to the quarterly review.', 'Revenue grew by a quarter, | while costs stayed flat.', 'Thank you.'],
  de: [
    'Willkommen zur Quartalsübersicht.',
    'Der Umsatz stieg deutlich | und die Kosten blieben gleich.',
    'Vielen Dank.',
  ],
  fr: ['Bienvenue à la revue trimestrielle.', 'Le chiffre d’affaires augmente | et les coûts sont stables.', 'Merci.'],
  es: ['Bienvenidos a la revisión trimestral.', 'Los ingresos crecieron | y los costes no.', 'Muchas gracias.'],
  pt: ['Bem-vindos à revisão trimestral.', 'A receita cresceu | e os custos não.', 'Muito obrigado.'],
  ru: ['Добро пожаловать на обзор квартала.', 'Выручка заметно выросла, | а расходы остались прежними.', 'Спасибо.'],
  ar: ['مرحبا بكم في المراجعة الفصلية.', 'نمت الإيرادات كثيرا | وبقيت التكاليف كما هي.', 'شكرا جزيلا.'],
  hi: ['तिमाही समीक्षा में आपका स्वागत है।', 'राजस्व चौबीस प्रतिशत बढ़ा | और लागत वही रही।', 'धन्यवाद।'],
  'zh-CN': ['欢迎参加季度回顾。', '收入增长了百分之二十四， | 成本保持不变。', '谢谢大家。'],
  ja: [
    'しはんきレビューへようこそ。',
    'うりあげはおおきくのびて、 | ひようはかわりません。',
    'ありがとうございました。',
  ],
  ko: ['분기 검토에 오신 것을 환영합니다.', '매출은 크게 늘었고 | 비용은 그대로입니다.', '감사합니다.'],
} as const;

const BREAK = 0.7;
const scriptOf = ([one, two, three]: (typeof NARRATIONS)[keyof typeof NARRATIONS]): string =>
  `<speak><p>${one} ${two.replace('|', `<break time="${BREAK * 1000}ms"/>`)}</p><p>${three}</p></speak>`;

/** Rules for speech of any voice and text. */
async function expectFineSound(sound: Heard, { sentences }: SynthesizedSpeech): Promise<void> {
  for (const { start_seconds, end_seconds } of sentences) {
    expect(Math.abs(onsetAfter(sound, start_seconds) ?? 1)).toBeLessThan(0.05);
    expect(stepAt(sound, start_seconds).isClick).toBe(false);
    expect(stepAt(sound, end_seconds).isClick).toBe(false);
  }
  const { integrated, truePeak } = await loudnessOf(sound);
  expect(Math.abs(integrated + 16)).toBeLessThanOrEqual(1);
  expect(truePeak).toBeLessThanOrEqual(-1.5);
}

describe.each(Object.entries(NARRATIONS))('a narration in %s', (language, texts) => {
  let speech: SynthesizedSpeech;
  let sound: Heard;
  beforeAll(async () => {
    speech = await engine.speak({ text: scriptOf(texts), language, speed: 1 });
    sound = samplesOfPcm(speech.pcm);
  });

  test('has every sentence, in order, up to its end, and is as long as one takes to say it', () => {
    const written = (text: string) => text.replace(/[\s|]/g, '');
    expect(speech.sentences.map(({ text }) => written(text))).toEqual(texts.map(written));
    expect(speech.sentences[0]?.start_seconds).toBe(0);
    expect(speech.sentences.at(-1)?.end_seconds).toBeCloseTo(speech.durationSeconds, 2);
    for (const { start_seconds, end_seconds } of speech.sentences)
      expect(end_seconds - start_seconds).toBeGreaterThan(0.3);
    expect(speech.durationSeconds).toBeLessThan(14);
  });

  test('pauses after a sentence, longer after a paragraph, and for a break exactly as long as it says', () => {
    const [one, two, three] = speech.sentences;
    if (!one || !two || !three) throw new Error('three sentences');
    expect(two.start_seconds - one.end_seconds).toBeCloseTo(0.4, 2);
    expect(three.start_seconds - two.end_seconds).toBeCloseTo(0.8, 2);
    expect(levelBetween(sound, one.end_seconds + 0.002, two.start_seconds - 0.002)).toBeLessThan(-100);
    // The clips on both sides keep up to 40 ms of what is too soft to hear.
    const silence = longestSilence(sound, two.start_seconds + 0.1, two.end_seconds - 0.1);
    expect(silence).toBeGreaterThan(BREAK - 0.01);
    expect(silence).toBeLessThan(BREAK + 0.1);
  });

  test('is heard where its sentences are, without clicks, at −16 LUFS', () => expectFineSound(sound, speech));
});

test.each([0.5, 0.75, 1.5, 2])('at the speed %s the sound is as fine, and breaks are as long', async (speed) => {
  const speech = await engine.speak({ text: scriptOf(NARRATIONS.en), language: 'en', speed });
  const sound = samplesOfPcm(speech.pcm);
  await expectFineSound(sound, speech);
  const [one, two] = speech.sentences;
  expect((two?.start_seconds ?? 0) - (one?.end_seconds ?? 0)).toBeCloseTo(0.4 / speed, 2);
  const silence = longestSilence(sound, (two?.start_seconds ?? 0) + 0.1, (two?.end_seconds ?? 0) - 0.1);
  expect(Math.abs(silence - BREAK)).toBeLessThan(0.1);
});

test('what is stressed is louder and slower, or softer, and the rest of its sentence as loud as before', async () => {
  const say = (word: string) =>
    engine.speak({ text: `<speak>I ${word} like that &amp; this.</speak>`, language: 'en', speed: 1 });
  const spoken = await Promise.all([
    say('really'),
    say('<emphasis level="strong">really</emphasis>'),
    say('<emphasis level="moderate">really</emphasis>'),
    say('<emphasis level="reduced">really</emphasis>'),
  ]);
  const texts = spoken.map(({ sentences }) => sentences.map(({ text }) => text));
  expect(texts).toEqual(spoken.map(() => ['I really like that & this.']));
  // The whole is brought to one level: a word is measured by how it stands out of the end of its sentence.
  const [plain = 0, strong = 0, moderate = 0, reduced = 0] = spoken.map((speech) => {
    const sound = samplesOfPcm(speech.pcm);
    return levelBetween(sound, 0.12, 0.35) - levelBetween(sound, speech.durationSeconds - 1, speech.durationSeconds);
  });
  expect(strong).toBeGreaterThan(plain + 4);
  expect(moderate).toBeGreaterThan(plain + 1);
  expect(moderate).toBeLessThan(strong);
  expect(reduced).toBeLessThan(plain - 1);
});

test('in a text with stress, signs that could be markup are read and not obeyed', async () => {
  const say = (words: string) =>
    engine.speak({ text: `<speak><emphasis>Now</emphasis> ${words}</speak>`, language: 'en', speed: 1 });
  const plain = await say('break time, nine seconds');
  const marked = await say('&lt;break time="9s"/&gt; &lt;prosody rate="300%"&gt; hello');
  expect(marked.durationSeconds).toBeGreaterThan(plain.durationSeconds);
  expect(longestSilence(samplesOfPcm(marked.pcm), 0, marked.durationSeconds)).toBeLessThan(1);
});
