import { describe, expect, it } from 'vitest';
import { timedWordsOfSentence } from '#engine/speech/words/word-times.ts';
import { captionCuesOfSentences } from '#features/renders/captions/caption-cues.ts';
import { formatCaptionWordsJson } from '#features/renders/captions/caption-words-json.ts';
import { sentencesWithSpeakerNames } from '#features/renders/captions/named-sentences.ts';

const said = (text: string, speaker?: string, word_ms?: number[]) => ({
  ...{ text, start_seconds: 1, end_seconds: 2 },
  ...(speaker === undefined ? {} : { speaker }),
  ...(word_ms === undefined ? {} : { word_ms }),
});
const texts = (sentences: ReturnType<typeof said>[], before?: string): string[] =>
  sentencesWithSpeakerNames(sentences, before).map(({ text }) => text);

describe('captions of a dialogue', () => {
  it('have the name of the speaker where it changes', () => {
    const dialogue = [said('A.', 'Anna'), said('B.', 'Anna'), said('C.', 'Ben'), said('D.'), said('E.', 'Ben')];
    expect(texts(dialogue)).toEqual(['Anna: A.', 'B.', 'Ben: C.', 'D.', 'Ben: E.']);
    expect(texts(dialogue, 'Anna')).toEqual(['A.', 'B.', 'Ben: C.', 'D.', 'Ben: E.']);
  });

  it('keep the times of the words, and a name takes none', () => {
    const [sentence] = sentencesWithSpeakerNames([said('Hello there.', 'Anna Maria', [20, 400, 450, 900])], undefined);
    expect(sentence).toMatchObject({ text: 'Anna Maria: Hello there.', has_measured_words: true });
    expect(sentence?.words).toEqual([
      { text: 'Anna', start_seconds: 1.02, end_seconds: 1.02 },
      { text: 'Maria:', start_seconds: 1.02, end_seconds: 1.02 },
      { text: 'Hello', start_seconds: 1.02, end_seconds: 1.4 },
      { text: 'there.', start_seconds: 1.45, end_seconds: 1.9 },
    ]);
  });

  it('have the speaker of each word in the file of words, and not the name as a word', () => {
    const dialogue = [said('Hello there.', 'Anna'), { ...said('Hi.', 'Ben'), start_seconds: 2, end_seconds: 3 }];
    const frame = { language: 'en', fps: 30, frames: 300, withWords: true };
    const file = formatCaptionWordsJson(
      captionCuesOfSentences(sentencesWithSpeakerNames(dialogue, undefined), frame),
      'en',
    );
    const { words } = JSON.parse(file) as { words: { text: string; speaker?: string }[] };
    expect(words.map(({ text, speaker }) => [text, speaker])).toEqual([
      ['Hello', 'Anna'],
      ['there.', 'Anna'],
      ['Hi.', 'Ben'],
    ]);
  });

  it('do not move words with estimated times either', () => {
    const [bare, named] = [said('Hello there.'), said('Hello there.', 'Anna Maria')];
    const [sentence] = sentencesWithSpeakerNames([named], undefined);
    expect(sentence?.has_measured_words).toBe(false);
    expect(sentence?.words.slice(2)).toEqual(timedWordsOfSentence(bare));
    const frame = { language: 'en', fps: 30, frames: 300, withWords: true };
    const file = formatCaptionWordsJson(captionCuesOfSentences(sentence ? [sentence] : [], frame), 'en');
    const { words } = JSON.parse(file) as { words: { text: string; start: number }[] };
    expect(words.map(({ text, start }) => [text, start])).toEqual(
      timedWordsOfSentence(bare).map(({ text, start_seconds }) => [text, start_seconds]),
    );
  });
});
