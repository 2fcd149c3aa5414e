import { describe, expect, it } from 'vitest';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { deleteSlideImage, type SlideImageUploadDeps, setSlideImage } from '#features/images/set-slide-image.ts';
import { setRecording } from '#features/narration/recording/set-recording.ts';
import { fileKeysOfTimeline } from '#features/timelines/change-timeline.ts';
import { deleteTimeline } from '#features/timelines/delete-timeline.ts';
import { deleteSlide } from '#features/timelines/edit-slides.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { prepareNoIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { type SweepTombstonesDeps, tombstonesSweep } from '#platform/erasure/process-tombstone.ts';
import { fileTombstoneId, writeTombstoneBeforeFile } from '#platform/erasure/tombstone.ts';
import { memoryAnnouncedUploads } from '#test/support/fakes/announced-uploads.ts';
import { memoryAudioStore } from '#test/support/fakes/audio-store.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { type KillSwitch, killable, killPoints } from '#test/support/fakes/killed-at.ts';
import { noItems } from '#test/support/fakes/no-items.ts';
import { memorySpeechStore } from '#test/support/fakes/speech-store.ts';
import { memoryTimelineStore } from '#test/support/fakes/timeline-store.ts';
import { memoryTombstoneStore } from '#test/support/fakes/tombstone-store.ts';
import { handClock, samplePrincipal, sampleSlide, sampleTimeline } from '#test/support/samples/entities.ts';
import { sweepNow } from '#test/support/sweep-now.ts';

const principal = samplePrincipal();
const OPTIONS = { fit: 'cover' as const, focus: { x: 0.5, y: 0.5 }, alt: '' };

/** A timeline of one slide with an image and a recording, and all that changes it. */
async function world() {
  const kill: KillSwitch = { calls: 0, at: undefined };
  const hand = handClock();
  const files = memoryFileStore();
  const tombstones = memoryTombstoneStore();
  const slide = sampleSlide({ speaker_notes: 'Good morning.' });
  const place = { id: slide.timeline_id, sid: slide.id };
  const stores = memoryAudioStore(memoryTimelineStore(undefined, tombstones), undefined, tombstones);
  await stores.timelines.insert(
    {
      timeline: sampleTimeline([slide], { id: place.id, account_id: principal.account_id, language: 'en' }),
      slides: [slide],
    },
    ENTITLEMENTS.max,
  );
  const store = killable(stores.timelines, kill);
  const deps: Omit<SlideImageUploadDeps, 'files'> & { files: SlideImageUploadDeps['files'] } = {
    store,
    files: { presignGet: async (key) => key },
    clock: hand.clock,
    backoff: async () => undefined,
    uploads: memoryAnnouncedUploads(),
    blobs: killable(files, kill),
    tombstones: killable(tombstones, kill),
    fetchFile: async () => new Uint8Array(0),
    reencodeImage: async (bytes) => ({ bytes, width: 1, height: 1, content_type: 'image/png' }),
  };
  const recordingDeps = {
    ...deps,
    timelines: store,
    audio: killable(stores.audio, kill),
    cleanRecording: async () => Buffer.alloc(96_000),
    findWords: async () => undefined,
  };
  const needed = { timelines: new Set<string>() };
  const sweepDeps: SweepTombstonesDeps = {
    tombstones: killable(tombstones, kill),
    items: noItems,
    speech: memorySpeechStore(undefined, tombstones).remains,
    files: killable(files, kill),
    isNeeded: async (_, timelineId) => needed.timelines.has(timelineId),
    clock: hand.clock,
  };
  const errors: unknown[] = [];
  return {
    kill,
    hand,
    files,
    tombstones,
    needed,
    place,
    errors,
    addImage: (bytes: string) =>
      setSlideImage(deps, principal, place, Buffer.from(bytes), OPTIONS, prepareNoIdempotentAnswer),
    addRecording: (bytes: string) =>
      setRecording(recordingDeps, principal, place, Buffer.from(bytes), prepareNoIdempotentAnswer),
    removeImage: () => deleteSlideImage(deps, principal, place),
    removeSlide: () => deleteSlide(deps, principal, place.id, place.sid),
    removeTimeline: () => deleteTimeline(deps, principal, place.id),
    sweep: () =>
      sweepNow(tombstonesSweep(sweepDeps), { clock: hand.clock, onError: ({ error }) => void errors.push(error) }),
    /** The process is gone; the next one works. */
    restart() {
      kill.at = undefined;
      kill.calls = 0;
    },
    /** The files that the timeline names, sorted. */
    async named(): Promise<string[]> {
      const loaded = await stores.timelines.load(principal.account_id, place.id);
      return loaded ? fileKeysOfTimeline(loaded).sort() : [];
    },
    /** An hour of sweeps. */
    async anHour() {
      for (let minute = 0; minute < 60; minute++) {
        hand.pass(60);
        await this.sweep();
      }
    },
  };
}

type World = Awaited<ReturnType<typeof world>>;

const ACTS: Record<string, (made: World) => Promise<unknown>> = {
  'a first image': (made) => made.addImage('first'),
  'another image': async (made) => {
    await made.addImage('first');
    await made.addImage('second');
  },
  'an image that is removed': async (made) => {
    await made.addImage('first');
    await made.removeImage();
  },
  'another recording': async (made) => {
    await made.addRecording('first');
    await made.addRecording('second');
  },
  'a deleted slide': async (made) => {
    await made.addImage('image');
    await made.addRecording('recording');
    await made.removeSlide();
  },
  'a deleted timeline': async (made) => {
    await made.addImage('image');
    await made.addRecording('recording');
    await made.files.putBytes(storageKeys.snapshot(principal.account_id, made.place.id, 'rn_1'), Buffer.from('{}'), '');
    for (const picture of [storageKeys.importBefore, storageKeys.slideTiles, storageKeys.reportTiles])
      await made.files.putBytes(picture(principal.account_id, made.place.id), Buffer.from('{}'), 'application/json');
    await made.removeTimeline();
  },
};

describe('files of a timeline', () => {
  it.each(Object.keys(ACTS))('are those that it names, wherever the process of %s was killed', async (name) => {
    const act = ACTS[name] ?? (async () => undefined);
    const whole = await world();
    await act(whole);
    const count = whole.kill.calls;
    expect(count).toBeGreaterThan(1);
    for (const at of killPoints(count)) {
      const made = await world();
      made.kill.at = at;
      await act(made).catch(() => undefined);
      made.restart();
      await made.anHour();
      // A snapshot and small pictures belong to a timeline that still exists; they have their own lifetimes.
      const isThere = (await made.named()).length > 0;
      const left = [...made.files.files.keys()].filter((key) => !(isThere && !key.startsWith('timelines/'))).sort();
      expect({ at, left, tombstones: made.tombstones.stored.size, errors: made.errors }).toEqual({
        at,
        left: await made.named(),
        tombstones: 0,
        errors: [],
      });
    }
  });

  it('go also when each sweep is killed at another place', async () => {
    const whole = await world();
    await ACTS['a deleted timeline']?.(whole);
    whole.hand.pass(121);
    whole.kill.calls = 0;
    await whole.sweep();
    expect(whole.files.files.size).toBe(0);
    for (const at of killPoints(whole.kill.calls)) {
      const made = await world();
      await ACTS['a deleted timeline']?.(made);
      made.hand.pass(121);
      made.kill.calls = 0;
      made.kill.at = at;
      await made.sweep().catch(() => undefined);
      made.restart();
      await made.anHour();
      expect([...made.files.files.keys()], JSON.stringify(at)).toEqual([]);
      expect(made.tombstones.stored.size).toBe(0);
    }
  });

  it('stay while a render that has not ended needs them, and go when it has ended', async () => {
    const made = await world();
    made.needed.timelines.add(made.place.id);
    await ACTS['a deleted timeline']?.(made);
    await made.anHour();
    expect([...made.files.files.keys()].map((key) => key.split('/')[0]).sort()).toEqual([
      'snapshots',
      'timelines',
      'timelines',
    ]);
    made.needed.timelines.clear();
    await made.anHour();
    expect(made.files.files.size).toBe(0);
  });

  it('of a request that was frozen until they were given up are never named', async () => {
    const made = await world();
    const key = storageKeys.slideImage(principal.account_id, made.place.id, 'token', 'png');
    const at = { account_id: principal.account_id, timeline_id: made.place.id };
    await writeTombstoneBeforeFile({ tombstones: made.tombstones, clock: made.hand.clock }, at, key);
    await made.files.putBytes(key, Buffer.from('x'), 'image/png');
    made.hand.pass(901);
    await made.sweep();
    expect(() => made.tombstones.prepare(principal.account_id, { lifted: [fileTombstoneId(key)] })).toThrow(
      WriteConflictError,
    );
    expect(made.files.files.size).toBe(0);
  });
});
