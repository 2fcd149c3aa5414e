import { describe, expect, it } from 'vitest';
import { decodeAudioBeforeDeadline } from '#engine/audio-decoding/decode-audio-before-deadline.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { wavTone } from '#test/support/audio/wav-tone.ts';

const HERE = new AbortController().signal;
const UNAVAILABLE = { code: 'unavailable', status: 503 };

describe('audio that has to be ready by a deadline', () => {
  it('is decoded and handed on', async () => {
    const made = await decodeAudioBeforeDeadline(wavTone({}), HERE, async ({ sampleRate }) => sampleRate);
    expect(made).toBe(8000);
  });

  it('is unavailable, and may be sent again, when the time was over before it was decoded', async () => {
    const made = decodeAudioBeforeDeadline(wavTone({}), AbortSignal.abort(), async () => 'made');
    await expect(made).rejects.toMatchObject(UNAVAILABLE);
  });

  it('is unavailable when the time was over while something was made of it', async () => {
    const late = new AbortController();
    const made = decodeAudioBeforeDeadline(wavTone({}), late.signal, async () => {
      late.abort();
      late.signal.throwIfAborted();
    });
    await expect(made).rejects.toMatchObject(UNAVAILABLE);
  });

  it('is refused for what it is, also when that was found out late', async () => {
    const late = new AbortController();
    const long = decodeAudioBeforeDeadline(wavTone({ bits: 8, seconds: 601 }), HERE, async () => 'made');
    await expect(long).rejects.toMatchObject({ code: 'audio_too_long', status: 422 });
    const silent = decodeAudioBeforeDeadline(wavTone({}), late.signal, async () => {
      late.abort();
      throw new ServiceError('audio_invalid', 'Nothing can be heard in it.');
    });
    await expect(silent).rejects.toMatchObject({ code: 'audio_invalid' });
  });

  it('fails as it failed while there is time', async () => {
    const failing = decodeAudioBeforeDeadline(wavTone({}), HERE, async () => {
      throw new Error('a fault of ours');
    });
    await expect(failing).rejects.toThrow('a fault of ours');
  });
});
