import { describe, expect, it } from 'vitest';
import { sentenceClipsOf, utterancesOf, wordsOfUtterance } from '#engine/speech/engines/utterance.ts';
import { joinSentenceClips } from '#engine/speech/join-sentence-clips.ts';
import { prepareSpeechScript } from '#engine/speech/script/prepare-speech-script.ts';
import { type SpokenWordSpan, timesOfSentenceWords } from '#engine/speech/words/times-of-sentence-words.ts';
import { timedWordsOfSentence } from '#engine/speech/words/word-times.ts';

const RATE = 1000;
const SILENCE = 200;
const WORD = 100;

/** Sound in which each spoken word lasts 0.1 s, with 0.2 s of silence before and after all of them. */
function soundOf(say: string): { pcm: Int16Array; marks: SpokenWordSpan[] } {
  const words = [...say.matchAll(/[\p{L}\p{N}']+/gu)];
  const marks = words.map(({ 0: word, index }, i) => ({
    from: index,
    to: index + word.length,
    startSample: SILENCE + i * WORD,
    endSample: SILENCE + (i + 1) * WORD,
  }));
  const pcm = new Int16Array(2 * SILENCE + words.length * WORD);
  pcm.fill(9000, SILENCE, SILENCE + words.length * WORD);
  return { pcm, marks };
}

/** Each word as written, with the number of spoken words that it lasts, and those before it in its sentence. */
const timesOf = (text: string) => {
  const script = prepareSpeechScript({ text, language: 'en' });
  const sounds = utterancesOf(script).map((utterance) => soundOf(wordsOfUtterance(utterance)));
  return joinSentenceClips(sentenceClipsOf(script, sounds), RATE, 1).sentences.map((sentence) =>
    timedWordsOfSentence(sentence).map((word) => [
      word.text,
      Math.round((word.start_seconds - sentence.start_seconds) * 10 * 10) / 10,
      Math.round((word.end_seconds - word.start_seconds) * 10 * 10) / 10,
    ]),
  );
};

// 10 ms before the first word are kept, so that a fade does not take its first consonant.
const KEPT = 0.1;

describe('the words of a sentence in its sound', () => {
  it('are where they are said', () => {
    expect(timesOf('One two three. Four.')).toEqual([
      [
        ['One', KEPT, 1],
        ['two', 1 + KEPT, 1],
        ['three.', 2 + KEPT, 1],
      ],
      [['Four.', KEPT, 1]],
    ]);
  });

  it('last as long as the words that are said for them', () => {
    // "It costs six dollars fifty, Doctor Lee."
    expect(timesOf('It costs $6.50, Dr. Lee.')).toEqual([
      [
        ['It', KEPT, 1],
        ['costs', 1 + KEPT, 1],
        ['$6.50,', 2 + KEPT, 3],
        ['Dr.', 5 + KEPT, 1],
        ['Lee.', 6 + KEPT, 1],
      ],
    ]);
  });

  it('share what is said for several of them together', () => {
    const [sentence = []] = timesOf('Pay $3.2 million now.');
    expect(sentence.map(([word]) => word)).toEqual(['Pay', '$3.2', 'million', 'now.']);
    // "three point two million dollars"
    expect(Number(sentence[1]?.[2]) + Number(sentence[2]?.[2])).toBeCloseTo(5);
    expect(sentence[3]?.slice(1)).toEqual([6 + KEPT, 1]);
  });

  it('are found behind a break, and in every stress', () => {
    const [words = []] = timesOf(
      '<speak>One <emphasis level="strong">big</emphasis> <break time="500ms"/> break here.</speak>',
    );
    // The break of 0.5 s is longer than the pause of the voice; the sound before it ends 30 ms after its last word.
    expect(words.map(([word, start]) => [word, Math.round(Number(start))])).toEqual([
      ['One', 0],
      ['big', 1],
      ['break', 8],
      ['here.', 9],
    ]);
  });

  it('that an engine counts as one share its time by their lengths', () => {
    const marks = [{ from: 0, to: 9, startSample: 200, endSample: 1100 }];
    // CLDR finds これ, は, テスト and です.
    expect(timesOfSentenceWords('これはテストです。', undefined, marks)).toEqual([
      200, 400, 400, 500, 500, 800, 800, 1100,
    ]);
  });

  it('that are not spoken take the time between their neighbours', () => {
    const [words = []] = timesOf('<speak>One <sub alias=" ">silent</sub> two.</speak>'.replace('" "', '"…"'));
    expect(words.map(([word]) => word)).toEqual(['One', 'silent', 'two.']);
    expect(words[1]?.[2]).toBe(0);
  });

  it('are not known where an engine says nothing, and are estimated', () => {
    const script = prepareSpeechScript({ text: 'One two.', language: 'en' });
    const clips = sentenceClipsOf(script, [{ pcm: soundOf('One two').pcm }]);
    expect(joinSentenceClips(clips, RATE, 1).sentences[0]).not.toHaveProperty('word_ms');
  });
});
