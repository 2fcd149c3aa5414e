import { describe, expect, it } from 'vitest';
import { espeakInput } from '#engine/speech/engines/espeak-input.ts';
import { pollySsml } from '#engine/speech/engines/polly-ssml.ts';
import { sentenceClipsOf, utterancesOf } from '#engine/speech/engines/utterance.ts';
import type { SpeechScriptPart, SpeechScriptSentence } from '#engine/speech/script/script.ts';

const sentence = (...parts: SpeechScriptPart[]): SpeechScriptSentence => ({ text: 'As it is written.', parts });
const say = (words: string) => ({ say: words });
const PAUSE = { break_seconds: 0.5 };

describe('the utterances of a script', () => {
  it('are its sentences, cut at their breaks', () => {
    const script = [
      sentence(PAUSE, say('One, '), say('two.'), PAUSE),
      sentence(say('Three'), PAUSE, PAUSE, say('four.')),
    ];
    expect(utterancesOf(script)).toEqual([
      { parts: [say('One, '), say('two.')], continues: false },
      { parts: [say('Three')], continues: true },
      { parts: [say('four.')], continues: false },
    ]);
  });

  it('come back as the clips of the sentences, breaks in their places', () => {
    const script = [
      { ...sentence(say('One.')), ends_paragraph: true },
      sentence(say('Three'), PAUSE, say('four.'), PAUSE),
    ];
    const [one, three, four] = [1, 3, 4].map((value) => ({ pcm: Int16Array.of(value) }));
    const mark = { from: 0, to: 4, startSample: 10, endSample: 20 };
    if (!one || !three || !four) throw new Error('three clips');
    expect(sentenceClipsOf(script, [one, three, { ...four, marks: [mark] }])).toEqual([
      { text: 'As it is written.', ends_paragraph: true, parts: [{ ...one, marks: [] }] },
      {
        text: 'As it is written.',
        parts: [
          { ...three, marks: [] },
          PAUSE,
          // Offsets count from the start of the sentence.
          { ...four, marks: [{ ...mark, from: 'Three'.length, to: 'Three'.length + 4 }] },
          PAUSE,
        ],
      },
    ]);
  });
});

describe('what espeak-ng reads', () => {
  const linesOf = (...script: SpeechScriptSentence[]) => espeakInput(utterancesOf(script));

  it('is plain words, markup among them, as long as nothing is stressed', () => {
    expect(linesOf(sentence(say('<b>a & b</b> [[h@]]')), sentence(say('🎉')))).toEqual({
      isMarkup: false,
      lines: ['<b>a & b</b> [ [h@]]', ''],
    });
  });

  it('keeps the voice up before a break, unless a mark does so', () => {
    expect(linesOf(sentence(say('One'), PAUSE, say('two:'), PAUSE, say('three'))).lines).toEqual([
      'One,',
      'two:',
      'three',
    ]);
  });

  it('is SSML where something is stressed, and all else in it is escaped', () => {
    const { isMarkup, lines } = linesOf(
      sentence(say('I '), { say: 'really', emphasis: 'strong' }, say(' like <b> & "c".')),
      sentence(say('</speak><break time="9s"/> &lt; [[h@]]')),
    );
    expect(isMarkup).toBe(true);
    expect(lines).toEqual([
      'I <prosody volume="x-loud" rate="85%">really</prosody> like &lt;b&gt; &amp; "c".',
      '&lt;/speak&gt;&lt;break time="9s"/&gt; &amp;lt; [ [h@]]',
    ]);
  });

  it('gives up stress, then signs, before a line gets longer than the program reads', () => {
    const stressed = { say: 'now', emphasis: 'strong' } as const;
    const [long, longer] = linesOf(
      sentence(
        say(`${'अ'.repeat(290)} `),
        { say: 'अब', emphasis: 'strong' },
        say(' '.repeat(3)),
        ...Array(6).fill(stressed),
      ),
      sentence(say('<&'.repeat(149)), stressed),
    ).lines;
    for (const line of [long, longer]) expect(Buffer.byteLength(line ?? '')).toBeLessThan(999);
    expect(long).not.toContain('<prosody');
    expect(longer).not.toMatch(/[<>&]/);
  });
});

describe('what Amazon Polly is sent', () => {
  const ssmlOf = (speed: number, ...parts: SpeechScriptPart[]) =>
    utterancesOf([sentence(...parts)]).map((utterance) => pollySsml(utterance, speed));

  it('is a document whose only markup is ours', () => {
    expect(ssmlOf(1, say(`a & b <break time="9s"/> "it's" </speak> ✨[[h@]]`))).toEqual([
      '<speak>a &amp; b &lt;break time=&quot;9s&quot;/&gt; &quot;it&apos;s&quot; &lt;/speak&gt; [ [h@]]</speak>',
    ]);
  });

  it('is never longer than a call may be: what is stressed word by word is said without stress then', () => {
    const words = Array.from({ length: 700 }, (_, i) => ({ say: ` a${i}`, emphasis: 'strong' as const }));
    const [short] = ssmlOf(1, ...words.slice(0, 60));
    expect(short).toContain('<prosody');
    const [long = ''] = ssmlOf(2, ...words);
    expect(long).toMatch(/^<speak><prosody rate="200%">a0 a1 .* a699<\/prosody><\/speak>$/);
    expect(long.length).toBeLessThan(6000);
  });

  it('says stress and pace with the tag that neural voices have', () => {
    expect(ssmlOf(1.25, say('I '), { say: 'really', emphasis: 'moderate' }, say(' do.'))).toEqual([
      '<speak><prosody rate="125%">I <prosody volume="+3dB" rate="92%">really</prosody> do.</prosody></speak>',
    ]);
  });

  it('says only of those words what they are that every neural voice supports', () => {
    const [ssml] = ssmlOf(
      1,
      { say: '12', as: 'ordinal' },
      { say: ' 3/4/2026', as: 'date', format: 'dmy' },
      { say: ' 5', as: 'date' },
      { say: ' 7 pm', as: 'time', format: 'hms12' },
      { say: ' abc', as: 'characters' },
      { say: ' 030 1', as: 'telephone' },
    );
    expect(ssml).toBe(
      '<speak><say-as interpret-as="ordinal">12</say-as><say-as interpret-as="date" format="dmy"> 3/4/2026</say-as>' +
        ' 5 7 pm a b c 030 1</speak>',
    );
  });

  it('is one document for each stretch between breaks', () => {
    expect(ssmlOf(1, say('One'), PAUSE, say('two.'))).toEqual(['<speak>One,</speak>', '<speak>two.</speak>']);
  });
});
