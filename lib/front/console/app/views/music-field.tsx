import type { Schemas } from '#front/client/client.ts';
import { formatDuration } from '../amounts.ts';
import { recordingMediaTypeOf } from '../deck-type.ts';
import { showNotice } from '../parts/notices.tsx';
import { UploadField } from '../parts/upload-field.tsx';
import { downloadSignedFile } from '../read-file.ts';
import { requireSessionRecordingClient } from '../session.ts';

type Timeline = Schemas['Timeline'];

/** The field for the music of a timeline, in which it can be uploaded, played and removed. */
export function MusicField({ timeline, onSaved }: { timeline: Timeline; onSaved: (timeline: Timeline) => void }) {
  const params = { path: { id: timeline.id } };
  const uploadMusic = async (file: File) => {
    const contentType = recordingMediaTypeOf(file.name);
    if (contentType === undefined) throw new Error('This file type is not supported. Use MP3, WAV, OGG, FLAC or M4A.');
    onSaved(
      await requireSessionRecordingClient().upload('/timelines/{id}/background-audio', file, { contentType, params }),
    );
  };
  const music = timeline.background_audio;
  const remove = async () => {
    if (!music) return;
    const file = await downloadSignedFile(music.url);
    onSaved(await requireSessionRecordingClient().delete('/timelines/{id}/background-audio', { params }));
    const restore = async () => {
      const contentType = recordingMediaTypeOf(
        `.${music.content_type.replace('audio/', '').replace('mpeg', 'mp3').replace('mp4', 'm4a')}`,
      );
      await requireSessionRecordingClient().upload('/timelines/{id}/background-audio', file, {
        contentType: contentType ?? 'audio/flac',
        params,
      });
      const { volume, fade_in_seconds, fade_out_seconds, loop, duck } = music;
      const background_audio = { volume, fade_in_seconds, fade_out_seconds, loop, duck };
      onSaved(await requireSessionRecordingClient().put('/timelines/{id}', { params, body: { background_audio } }));
    };
    showNotice('The music is removed.', {
      label: 'Undo',
      run: () => void restore().catch(() => showNotice('The music could not be restored. Choose its file again.')),
    });
  };
  return (
    <UploadField
      title="Music"
      label="Music"
      accept="audio/*"
      hint="MP3, WAV, OGG, FLAC or M4A, at most 50 MB"
      onFile={uploadMusic}
      onRemove={remove}
    >
      {music && (
        <>
          {/* biome-ignore lint/a11y/useMediaCaption: it is music. */}
          <audio controls preload="none" src={music.url} aria-label="Music" />
          <span class="fine">
            {formatDuration(music.duration_seconds)}
            {music.duck ? ', quieter during narration' : ''}
          </span>
        </>
      )}
    </UploadField>
  );
}
