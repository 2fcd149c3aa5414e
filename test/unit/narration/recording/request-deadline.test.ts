import { beforeAll, describe, expect, it, vi } from 'vitest';
import { uploadMusicDeps } from '#app/composition/music.ts';
import { slideAudioDeps } from '#app/composition/slide-audio.ts';
import { musicUploadOperation } from '#features/music/set-background-audio.ts';
import { recordingUploadOperation } from '#features/narration/recording/set-recording.ts';
import { BACKGROUND_AUDIO_DEFAULTS } from '#features/timelines/background-audio.ts';
import type { TimelineStore } from '#features/timelines/ports.ts';
import type { LoadedTimeline } from '#features/timelines/timeline.ts';
import { receiveFile } from '#features/uploads/receive-file.ts';
import { prepareNoIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { wavTone } from '#test/support/audio/wav-tone.ts';
import { FUNCTION_ENVIRONMENT } from '#test/support/runtime-environment.ts';
import { samplePrincipal, sampleSlide, sampleTimeline } from '#test/support/samples/entities.ts';

const principal = samplePrincipal();
const slide = sampleSlide();
const loaded: LoadedTimeline = {
  timeline: sampleTimeline([slide], { id: slide.timeline_id, account_id: principal.account_id }),
  slides: [slide],
};
const unused = async (): Promise<never> => {
  throw new Error('nothing is to be written');
};
const timelines: TimelineStore = {
  load: async () => loaded,
  list: unused,
  insert: unused,
  save: unused,
  remove: unused,
};
const url = 'https://example.com/said.wav';

beforeAll(() => {
  for (const [name, value] of Object.entries(FUNCTION_ENVIRONMENT)) vi.stubEnv(name, value);
  vi.stubEnv('STAGE', 'local');
  vi.stubEnv('AWS_REGION', 'us-east-1');
  return () => vi.unstubAllEnvs();
});

/** The time of a request, and a download that takes all of it. */
function slowly() {
  const late = new AbortController();
  const fetchFile = async () => {
    late.abort();
    return wavTone({ seconds: 2 });
  };
  return { deadline: late.signal, fetchFile };
}

describe('the time of a request that imports audio', () => {
  it('runs while a recording is downloaded', async () => {
    const { deadline, fetchFile } = slowly();
    const deps = { ...slideAudioDeps(deadline), timelines, fetchFile };
    const at = { id: slide.timeline_id, sid: slide.id };
    const destination = recordingUploadOperation(deps, principal, at, prepareNoIdempotentAnswer);
    const imported = receiveFile(deps, principal, destination, { url }, prepareNoIdempotentAnswer);
    await expect(imported).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('runs while music is downloaded', async () => {
    const { deadline, fetchFile } = slowly();
    const deps = { ...uploadMusicDeps(deadline), store: timelines, fetchFile };
    const destination = musicUploadOperation(deps, principal, slide.timeline_id, prepareNoIdempotentAnswer);
    const request = { url, ...BACKGROUND_AUDIO_DEFAULTS };
    const imported = receiveFile(deps, principal, destination, request, prepareNoIdempotentAnswer);
    await expect(imported).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is that of this request and of no other', () => {
    expect(slideAudioDeps().cleanRecording).not.toBe(slideAudioDeps().cleanRecording);
    expect(uploadMusicDeps().prepareMusic).not.toBe(uploadMusicDeps().prepareMusic);
  });
});
