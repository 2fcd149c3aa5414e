import { memoryAnnouncedUploads } from '#test/support/fakes/announced-uploads.ts';
import { memoryArtifactStore } from '#test/support/fakes/artifact-store.ts';
import { memoryAudioStore } from '#test/support/fakes/audio-store.ts';
import { memoryFairQueueStore } from '#test/support/fakes/fair-queue-store.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { memoryLedger } from '#test/support/fakes/ledger.ts';
import { memoryRenderStore } from '#test/support/fakes/render-store.ts';
import { memorySpeechStore } from '#test/support/fakes/speech-store.ts';
import { memorySweepCursors } from '#test/support/fakes/sweep-cursors.ts';
import { memoryTimelineStore } from '#test/support/fakes/timeline-store.ts';
import { memoryTombstoneStore } from '#test/support/fakes/tombstone-store.ts';
import { memoryWebhookStores } from '#test/support/fakes/webhook-stores.ts';

/** The stores that outlive every process, in memory. */
export function createStores() {
  const ledger = memoryLedger();
  const tombstones = memoryTombstoneStore();
  const slides = memoryTimelineStore(ledger, tombstones);
  const audios = memoryAudioStore(slides, ledger, tombstones);
  return {
    ledger,
    renders: memoryRenderStore(ledger),
    audios,
    timelines: () => slides.all(),
    speech: memorySpeechStore(ledger, tombstones, async ({ timeline_id }) => {
      const loaded = [...slides.all()].find(({ timeline }) => timeline.id === timeline_id);
      const ids = new Set(loaded?.slides.map(({ id }) => id));
      const said = [...audios.stored.values()].filter(
        ({ slide_id, status }) => ids.has(slide_id) && status !== 'failed',
      );
      return new Set(said.map(({ speech_hash }) => speech_hash));
    }),
    artifacts: memoryArtifactStore(),
    cursors: memorySweepCursors(),
    fairQueue: memoryFairQueueStore(),
    files: memoryFileStore(),
    tombstones,
    uploads: memoryAnnouncedUploads(),
    webhooks: memoryWebhookStores(),
  };
}
/** As `createStores` makes them. */
export type Stores = ReturnType<typeof createStores>;
