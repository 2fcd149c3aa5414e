import { beforeEach, describe, expect, it } from 'vitest';
import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import {
  deleteBackgroundAudio,
  type MusicUploadDeps,
  setBackgroundAudio,
} from '#features/music/set-background-audio.ts';
import type { TemplateChoiceDeps } from '#features/templates/public.ts';
import type { AnnounceMediaFetchesDeps } from '#features/timelines/announce-media-fetches.ts';
import { BACKGROUND_AUDIO_DEFAULTS, type BackgroundAudio } from '#features/timelines/background-audio.ts';
import type { CheckVoiceDeps } from '#features/timelines/check-voice.ts';
import { deleteTimeline } from '#features/timelines/delete-timeline.ts';
import type { LoadedTimeline } from '#features/timelines/timeline.ts';
import { updateTimeline } from '#features/timelines/update-timeline.ts';
import { memoryAnnouncedUploads } from '#test/support/fakes/announced-uploads.ts';
import { noOwnTemplates } from '#test/support/fakes/custom-template-store.ts';
import { noImageFetches } from '#test/support/fakes/no-image-fetches.ts';
import { handClock, samplePrincipal, sampleTimeline } from '#test/support/samples/entities.ts';

const principal = samplePrincipal();
const MUSIC: BackgroundAudio = {
  key: 'old.flac',
  sha256: 'a'.repeat(64),
  samples: 480_000,
  channels: 2,
  content_type: 'audio/flac',
  size_bytes: 1000,
  ...BACKGROUND_AUDIO_DEFAULTS,
};

let stored: LoadedTimeline;
/** What was done to the world, in order. */
let acts: string[];
let deps: MusicUploadDeps & CheckVoiceDeps & TemplateChoiceDeps & AnnounceMediaFetchesDeps;

const timelineWith = (music: BackgroundAudio | undefined): LoadedTimeline => ({
  timeline: sampleTimeline([], { account_id: principal.account_id, background_audio: music }),
  slides: [],
});

beforeEach(() => {
  stored = timelineWith(MUSIC);
  acts = [];
  deps = {
    clock: handClock().clock,
    backoff: async () => undefined,
    voices: espeakIdentity,
    templates: noOwnTemplates,
    imageFetches: noImageFetches,
    files: { presignGet: async () => '' },
    tombstones: { insert: async () => void acts.push('announce') },
    fetchFile: async () => Buffer.alloc(0),
    prepareMusic: async (bytes) => ({ bytes, samples: 96_000, channels: 1, content_type: 'audio/flac' }),
    uploads: memoryAnnouncedUploads(),
    blobs: {
      presignPut: async () => '',
      sizeOf: async () => undefined,
      getBytes: async () => Buffer.alloc(0),
      remove: async () => void acts.push('remove file'),
      putBytes: async (key) => void acts.push(`put ${key.replace(/[^/]+\.flac$/, '*.flac')}`),
    },
    store: {
      load: async () => stored,
      list: async () => ({ items: [], next: undefined }),
      insert: async () => 'inserted' as const,
      save: async ({ after, tombstones = {} }) => {
        stored = after;
        const { added, lifted = [] } = tombstones;
        const gone = [added ?? []]
          .flat()
          .flatMap(({ remains }) => (remains.kind === 'files' ? remains.keys.map((key) => `, bury ${key}`) : []));
        acts.push(`save${lifted.map(() => ', lift')}${gone}`);
        return 'saved' as const;
      },
      remove: async (_, { remains }) => void acts.push(`remove, bury ${remains.kind}`),
    },
  };
});

describe('new music', () => {
  it('is announced and written before the timeline names it, and the same write buries the old file', async () => {
    const settings = { ...BACKGROUND_AUDIO_DEFAULTS, volume: 0.7 };
    const { timeline } = await setBackgroundAudio(
      deps,
      principal,
      'tl_1',
      Buffer.from('x'),
      settings,
      async () => undefined,
    );

    expect(timeline.background_audio).toMatchObject({ samples: 96_000, channels: 1, size_bytes: 1, ...settings });
    expect(acts).toEqual([
      'announce',
      `put timelines/${principal.account_id}/tl_1/audio/*.flac`,
      'save, lift, bury old.flac',
    ]);
  });

  it('is refused when the plan has no room for it, and its file is removed', async () => {
    deps.store.save = async () => 'no_room';
    const placed = setBackgroundAudio(deps, principal, 'tl_1', Buffer.from('x'), MUSIC, async () => undefined);

    await expect(placed).rejects.toMatchObject({ code: 'entitlement_required', details: { param: 'stored_bytes' } });
    expect(acts.slice(2)).toEqual(['remove file']);
  });

  it('that is shorter than a second leaves everything as it was', async () => {
    deps.prepareMusic = async (bytes) => ({ bytes, samples: 47_999, channels: 1, content_type: 'audio/flac' });
    const placed = setBackgroundAudio(deps, principal, 'tl_1', Buffer.from('x'), MUSIC, async () => undefined);

    await expect(placed).rejects.toMatchObject({ code: 'audio_invalid' });
    expect(acts).toEqual([]);
  });
});

describe('a change of a timeline', () => {
  it('sets what it names of the music and keeps the rest', async () => {
    const changed = await updateTimeline(deps, principal, 'tl_1', { background_audio: { volume: 0, loop: false } });

    expect(changed.timeline.background_audio).toEqual({ ...MUSIC, volume: 0, loop: false });
    expect(acts).toEqual(['save']);
  });

  it('of something else leaves the music alone', async () => {
    const changed = await updateTimeline(deps, principal, 'tl_1', { title: 'New' });

    expect(changed.timeline.background_audio).toEqual(MUSIC);
    expect(acts).toEqual(['save']);
  });

  it('takes the music away by null, and so does its removal', async () => {
    expect((await updateTimeline(deps, principal, 'tl_1', { background_audio: null })).timeline).toMatchObject({
      background_audio: undefined,
    });
    stored = timelineWith(MUSIC);
    expect((await deleteBackgroundAudio(deps, principal, 'tl_1')).timeline).toMatchObject({
      background_audio: undefined,
    });
    expect((await deleteBackgroundAudio(deps, principal, 'tl_1')).timeline).toMatchObject({
      background_audio: undefined,
    });
    // The third time there is nothing to change, and nothing is written.
    expect(acts).toEqual(['save, bury old.flac', 'save, bury old.flac']);
  });

  it('cannot set what is not there', async () => {
    stored = timelineWith(undefined);
    await expect(updateTimeline(deps, principal, 'tl_1', { background_audio: { volume: 1 } })).rejects.toMatchObject({
      code: 'validation_failed',
      details: { param: 'background_audio' },
    });
    expect(acts).toEqual([]);
  });

  it('that deletes it takes the music along', async () => {
    await deleteTimeline(deps, principal, 'tl_1');
    expect(acts).toEqual(['remove, bury timeline']);
  });
});
