import type { SlidePresenter } from '#features/timelines/public.ts';
import { sampleVideo } from './sample-video.ts';

/** A presenter: 10 s at 25 frames per second, with a voice. */
export function samplePresenter(fields: Partial<SlidePresenter> = {}): SlidePresenter {
  const { volume: _, muted: __, loop: ___, plays: ____, place: _____, ...video } = sampleVideo();
  return {
    ...video,
    sound: { key: 'timelines/acc/tl/videos/a.flac', sha256: 's', size_bytes: 100, samples: 480_000, channels: 1 },
    ...{ place: 'bottom_right', shape: 'circle', size: 'medium', offset_seconds: 0 },
    ...fields,
  };
}
