import { describe, expect, it } from 'vitest';
import { mixToMono } from '#features/narration/recording/mix-to-mono.ts';
import { trimRecording } from '#features/narration/recording/trim-recording.ts';
import { recordedSpeech } from '#test/support/audio/recorded-speech.ts';

const secondsOf = (samples: Float32Array | undefined, sampleRate = 48_000): number =>
  Math.round(((samples?.length ?? 0) / sampleRate) * 100) / 100;

describe('a recording', () => {
  it.each([
    ['digital silence', 0, 48_000],
    ['the noise of a room', 0.002, 44_100],
    ['the noise of a room', 0.002, 8000],
  ])('is freed of %s at its ends, all but a twentieth of a second', (_, noise, sampleRate) => {
    const samples = recordedSpeech(
      [
        [0.8, 0],
        [1, 0.3],
        [0.7, 0],
        [0.5, 0.1],
        [1.2, 0],
      ],
      { noise, sampleRate },
    );
    expect(secondsOf(trimRecording(samples, sampleRate), sampleRate)).toBe(2.3);
  });

  it('does not start with the click of the button that started it', () => {
    const samples = recordedSpeech([
      [0.2, 0],
      [0.02, 0.9],
      [0.6, 0],
      [1, 0.3],
    ]);
    expect(secondsOf(trimRecording(samples, 48_000))).toBe(1.05);
  });

  it.each([
    ['zeros', 0],
    ['a constant', 0.2],
  ])('of nothing but %s is silent', (_, constant) => {
    expect(trimRecording(new Float32Array(48_000).fill(constant), 48_000)).toBeUndefined();
  });

  it('of the noise of its device alone is silent', () => {
    expect(trimRecording(recordedSpeech([[2, 0]], { noise: 0.001 }), 48_000)).toBeUndefined();
  });
});

describe('two channels of a recording', () => {
  const voice = recordedSpeech([[0.1, 0.3]]);

  it('become their mean', () => {
    const mono = mixToMono([Float32Array.of(0.5, 0.25), Float32Array.of(0.25, -0.25)]);
    expect([...mono]).toEqual([0.375, 0]);
  });

  it('that cancel each other out become the louder one', () => {
    const opposite = voice.map((sample) => -0.9 * sample);
    expect(mixToMono([voice.slice(), opposite])).toEqual(voice);
    expect(mixToMono([opposite, voice.slice()])).toEqual(voice);
  });

  it('are one already where there is one', () => {
    expect(mixToMono([voice])).toBe(voice);
  });
});
