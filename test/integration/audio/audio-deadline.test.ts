import { describe, expect, it } from 'vitest';
import { decodeBeforeDeadline } from '../../../lib/audio-decoding/audio-deadline.ts';
import { ServiceError } from '../../../lib/shared/errors.ts';
import { wavTone } from '../../support/audio/wav-tone.ts';

const HERE = new AbortController().signal;
const UNAVAILABLE = { code: 'unavailable', status: 503, details: { headers: { 'retry-after': '5' } } };

describe('audio that a request has to have ready', () => {
  it('is decoded and handed on', async () => {
    const made = await decodeBeforeDeadline(HERE, async ({ sampleRate }) => sampleRate)(wavTone({}));
    expect(made).toBe(8000);
  });

  it('is unavailable, and may be sent again, when the time of its request was over before it was decoded', async () => {
    const make = decodeBeforeDeadline(AbortSignal.abort(), async () => 'made');
    await expect(make(wavTone({}))).rejects.toMatchObject(UNAVAILABLE);
  });

  it('is unavailable when the time was over while something was made of it', async () => {
    const late = new AbortController();
    const make = decodeBeforeDeadline(late.signal, async () => {
      late.abort();
      late.signal.throwIfAborted();
    });
    await expect(make(wavTone({}))).rejects.toMatchObject(UNAVAILABLE);
  });

  it('is refused for what it is, also when that was found out late', async () => {
    const late = new AbortController();
    const long = decodeBeforeDeadline(HERE, async () => 'made')(wavTone({ bits: 8, seconds: 601 }));
    await expect(long).rejects.toMatchObject({ code: 'audio_too_long', status: 422 });
    const silent = decodeBeforeDeadline(late.signal, async () => {
      late.abort();
      throw new ServiceError('audio_invalid', 'Nothing can be heard in it.');
    });
    await expect(silent(wavTone({}))).rejects.toMatchObject({ code: 'audio_invalid' });
  });

  it('fails as it failed while there is time', async () => {
    const failing = decodeBeforeDeadline(HERE, async () => {
      throw new Error('a fault of ours');
    });
    await expect(failing(wavTone({}))).rejects.toThrow('a fault of ours');
  });
});
