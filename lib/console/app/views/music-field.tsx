import { useState } from 'preact/hooks';
import type { Schemas } from '../../../client/client.ts';
import { clock } from '../amounts.ts';
import { recordingTypeOf } from '../deck-type.ts';
import { DropZone } from '../parts/drop-zone.tsx';
import { Failure } from '../parts/states.tsx';
import { video } from '../session.ts';

/** The music beneath a whole film: dropped, played, removed. */
export function MusicField({
  timeline,
  onSaved,
}: {
  timeline: Schemas['Timeline'];
  onSaved: (timeline: Schemas['Timeline']) => void;
}) {
  const params = { path: { id: timeline.id } };
  const [work, setWork] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false });
  const attempt = async (make: () => Promise<Schemas['Timeline']>) => {
    setWork({ isBusy: true });
    try {
      onSaved(await make());
      setWork({ isBusy: false });
    } catch (error) {
      setWork({ isBusy: false, error });
    }
  };
  const send = (file: File) =>
    attempt(async () => {
      const contentType = recordingTypeOf(file.name);
      if (contentType === undefined) throw new Error('This is no music that can be taken: MP3, WAV, OGG, FLAC or M4A.');
      return video().upload('/timelines/{id}/background-audio', file, { contentType, params });
    });
  const music = timeline.background_audio;
  return (
    <div class="media-field">
      <h2>Music</h2>
      {music ? (
        <div class="media-row">
          {/* biome-ignore lint/a11y/useMediaCaption: it is music. */}
          <audio controls preload="none" src={music.url} aria-label="The music" />
          <span class="fine">
            {clock(music.duration_seconds)}
            {music.duck ? ', quieter while somebody speaks' : ''}
          </span>
          <button
            type="button"
            class="button button-small"
            disabled={work.isBusy}
            onClick={() => attempt(() => video().delete('/timelines/{id}/background-audio', { params }))}
          >
            Remove
          </button>
        </div>
      ) : (
        !work.isBusy && (
          <DropZone label="Music" accept="audio/*" hint="MP3, WAV, OGG, FLAC or M4A, at most 50 MB" onFile={send} />
        )
      )}
      {work.isBusy && (
        <p class="fine" role="status">
          Working on it…
        </p>
      )}
      {work.error !== undefined && <Failure error={work.error} />}
    </div>
  );
}
