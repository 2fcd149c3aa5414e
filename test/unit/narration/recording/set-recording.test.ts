import { beforeEach, describe, expect, it } from 'vitest';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import type { SlideAudioStore } from '#features/narration/ports.ts';
import { type RecordingUploadDeps, setRecording } from '#features/narration/recording/set-recording.ts';
import { deleteSlide } from '#features/timelines/edit-slides.ts';
import type { TimelineStore } from '#features/timelines/ports.ts';
import { prepareNoIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { allDue } from '#test/support/data/all-due.ts';
import { memoryAnnouncedUploads } from '#test/support/fakes/announced-uploads.ts';
import { memoryAudioStore } from '#test/support/fakes/audio-store.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { memoryTimelineStore } from '#test/support/fakes/timeline-store.ts';
import { memoryTombstoneStore } from '#test/support/fakes/tombstone-store.ts';
import { handClock, samplePrincipal, sampleSlide, sampleTimeline } from '#test/support/samples/entities.ts';

const principal = samplePrincipal();
const { clock } = handClock();

let store: ReturnType<typeof memoryFileStore>;
let tombstones: ReturnType<typeof memoryTombstoneStore>;
let audio: SlideAudioStore;
let timelines: TimelineStore;
let path: { id: string; sid: string };

beforeEach(async () => {
  store = memoryFileStore();
  const slide = sampleSlide({ speaker_notes: 'Good morning.' });
  path = { id: slide.timeline_id, sid: slide.id };
  tombstones = memoryTombstoneStore();
  const slides = memoryTimelineStore(undefined, tombstones);
  await slides.insert(
    {
      timeline: sampleTimeline([slide], { id: slide.timeline_id, account_id: principal.account_id, language: 'en' }),
      slides: [slide],
    },
    ENTITLEMENTS.max,
  );
  ({ audio, timelines } = memoryAudioStore(slides, undefined, tombstones));
});

/** The sound that is made of the bytes has half a second a byte. */
const clean = async (bytes: Uint8Array): Promise<Buffer> => {
  const pcm = Buffer.alloc(bytes.length * 48_000);
  for (let i = 0; i < pcm.length / 2; i++) pcm.writeInt16LE(Math.round(9000 * Math.sin(i / 20)), i * 2);
  return pcm;
};
const send = (bytes: string, over: Partial<RecordingUploadDeps> = {}) =>
  setRecording(
    {
      timelines,
      audio,
      uploads: memoryAnnouncedUploads(),
      tombstones,
      blobs: store,
      clock,
      fetchFile: async () => new Uint8Array(0),
      cleanRecording: clean,
      findWords: async () => undefined,
      ...over,
    },
    principal,
    path,
    Buffer.from(bytes),
    prepareNoIdempotentAnswer,
  );
const now = () => audio.find({ account_id: principal.account_id, timeline_id: path.id, slide_id: path.sid });

describe('a recording of the client', () => {
  it('is ready without a worker, and has nothing to be swept', async () => {
    const { audio: made } = await send('ab');

    expect(await now()).toEqual(made);
    expect(made).toMatchObject({ status: 'ready', source: 'uploaded', duration_seconds: 1, format: 'wav' });
    expect(made.sentences).toEqual([{ text: 'Good morning.', start_seconds: 0, end_seconds: 1 }]);
    expect([...store.files.keys()]).toEqual([made.key]);
    expect(await allDue(audio.listDue)).toEqual([]);
  });

  it('has the words that are found in it, of what the slide says', async () => {
    const sentences = [{ text: 'Good morning.', start_seconds: 0.2, end_seconds: 0.9, word_ms: [0, 300, 310, 700] }];
    const asked: unknown[] = [];
    const { audio: made } = await send('ab', {
      findWords: async (pcm, text) => {
        asked.push([pcm.length, text]);
        return sentences;
      },
    });
    expect(asked).toEqual([[96_000, { text: 'Good morning.', language: 'en' }]]);
    expect(made.sentences).toEqual(sentences);
    expect((await now())?.sentences).toEqual(sentences);
  });

  it('leaves nothing without a tombstone when its slide is deleted before it is ready', async () => {
    const placed = send('ab', {
      cleanRecording: async (bytes) => {
        await deleteSlide(
          { store: timelines, files: store, clock, backoff: async () => undefined },
          principal,
          path.id,
          path.sid,
        );
        return clean(bytes);
      },
    });
    await expect(placed).rejects.toMatchObject({ code: 'slide_not_found' });
    expect(tombstones.files()).toEqual([...store.files.keys()]);
    expect(await now()).toBeUndefined();
  });

  it.each([
    ['keeps its file when only the answer of the write was lost', true],
    ['leaves a tombstone of its file when the write failed', false],
  ])('%s', async (_, isWritten) => {
    const request: SlideAudioStore['request'] = async (...asked) => {
      if (isWritten) await audio.request(...asked);
      throw new Error('the connection broke');
    };
    await expect(send('ab', { audio: { ...audio, request } })).rejects.toThrow('the connection broke');
    expect((await now())?.key).toBe(isWritten ? [...store.files.keys()][0] : undefined);
    expect(tombstones.files()).toEqual(isWritten ? [] : [...store.files.keys()]);
    expect(store.files.size).toBe(1);
  });

  it('leaves a tombstone when its file was only half written', async () => {
    const placed = send('ab', {
      blobs: {
        ...store,
        putBytes: async () => {
          throw new Error('the connection broke');
        },
      },
    });
    await expect(placed).rejects.toThrow('the connection broke');
    expect(tombstones.files()).toHaveLength(1);
  });

  it('for the same notes as before changes nothing, and is not even decoded', async () => {
    const { audio: first } = await send('ab');
    const unused = async (): Promise<never> => {
      throw new Error('it was decoded again');
    };
    expect((await send('ab', { cleanRecording: unused })).audio).toEqual(first);
    expect([...store.files.keys()]).toEqual([first.key]);
  });

  it('that takes the place of another one leaves a tombstone of the other file', async () => {
    const { audio: first } = await send('ab');
    const { audio: second } = await send('abc');
    expect(store.files.has(second.key ?? '')).toBe(true);
    expect(tombstones.files()).toEqual([first.key]);
  });
});
