import { describe, expect, test } from 'vitest';
import { createEspeakEngine } from '#engine/speech/engines/espeak.ts';
import { timedWordsOfSentence } from '#engine/speech/words/word-times.ts';
import { onsetAfter, samplesOfPcm } from '#test/support/audio/measure-speech.ts';

const engine = createEspeakEngine();

async function wordsOf(text: string, language = 'en') {
  const { pcm, sentences, durationSeconds } = await engine.speak({ text, language, speed: 1 });
  expect(sentences.every(({ word_ms }) => word_ms !== undefined)).toBe(true);
  return { sound: samplesOfPcm(pcm), durationSeconds, words: sentences.flatMap(timedWordsOfSentence) };
}

describe('words of espeak-ng', () => {
  test('start with their sound after each pause, and end before it', async () => {
    const { sound, words } = await wordsOf(
      'One, twenty, three; nine: five. And <break time="1s"/> seven & 1,500 – ten.',
    );
    for (const { text, start_seconds, end_seconds } of words) {
      expect(end_seconds, text).toBeGreaterThan(start_seconds);
      const isAfterPause = words.every(
        (other) => other.end_seconds <= start_seconds - 0.1 || other.start_seconds >= start_seconds,
      );
      if (isAfterPause) expect(Math.abs(onsetAfter(sound, start_seconds) ?? 1), text).toBeLessThan(0.03);
    }
  });

  test.each([
    ['en', 'They gave the cat water then', 'They gave the enormous elephant water then', 2],
    ['de', 'Wir sehen die Uhr danach', 'Wir sehen die Universität danach', 1],
    ['fr', 'Nous avons vu le chat demain', 'Nous avons vu le gouvernement demain', 1],
    ['ru', 'Мы видели дом сегодня', 'Мы видели правительство сегодня', 1],
    ['hi', 'हम घर कल देखेंगे', 'हम विश्वविद्यालय कल देखेंगे', 2],
  ])(
    'in %s are as far from the end of the sound, whatever was said before them',
    async (language, short, long, last) => {
      const [one, other] = [await wordsOf(short, language), await wordsOf(long, language)];
      for (let back = 1; back <= last; back++) {
        const fromEnd = [one, other].map(
          ({ words, durationSeconds }) => durationSeconds - (words.at(-back)?.start_seconds ?? 0),
        );
        expect(Math.abs((fromEnd[0] ?? 0) - (fromEnd[1] ?? 1)), short).toBeLessThan(0.05);
      }
      const difference = other.durationSeconds - one.durationSeconds;
      expect(difference).toBeGreaterThan(0.1);
    },
  );

  test('are known in stressed text, between marks, and in scripts without spaces', async () => {
    for (const [text, language, count] of [
      ['It is <emphasis level="strong">very</emphasis> good & <new> 🎉 – R&D, we [think].', 'en', 8],
      ['これはテストです。', 'ja', 4],
      ['你好，世界。', 'zh', 2],
      ['สวัสดีชาวโลก', 'th', 3],
      ['مرحبا بكم في المراجعة.', 'ar', 4],
    ] as const) {
      const { words } = await wordsOf(text, language);
      expect(words.length, text).toBe(count);
      for (const { text: word, start_seconds, end_seconds } of words)
        expect(end_seconds, word).toBeGreaterThan(start_seconds);
    }
  });
});
