import { useEffect, useRef, useState } from 'preact/hooks';
import type { Schemas } from '#front/client/client.ts';
import { formatDuration } from '../amounts.ts';
import { Checkbox, SelectField, TextField } from '../parts/fields.tsx';
import { showNotice } from '../parts/notices.tsx';
import { UploadField } from '../parts/upload-field.tsx';
import { isSameJson } from '../slide-content.ts';
import { SENT_VIDEO_TYPES, uploadVideo } from '../slide-video.ts';
import type { TimelineModel } from '../timeline-model.ts';
import { videoDraftOf, videoOptionsIn } from '../video-draft.ts';

type Video = Schemas['SlideVideo'];

/** Milliseconds without input after which changes are saved. */
const IDLE_MS = 600;
/** Milliseconds between two looks at a video that is being decoded. */
const POLL_MS = 3000;
const PLACES: readonly (readonly [Video['place'], string])[] = [
  ['full', 'All of the slide'],
  ['left', 'Left of the text'],
  ['right', 'Right of the text'],
  ['framed', 'Under the title'],
  ['background', 'Behind the text'],
];
const PLAYS: readonly (readonly [Video['plays'], string])[] = [
  ['with_slide', 'With the slide'],
  ['before_speech', 'Before the speech'],
  ['after_speech', 'After the speech'],
];

/** The poster of a video, or the note that it is being decoded, or why it could not be. */
function VideoState({ video }: { video: Video }) {
  const { status, poster_url, width, height, duration_seconds, has_sound, error } = video;
  if (status === 'failed') return <p class="fine">{error?.message ?? 'The video could not be decoded.'}</p>;
  if (poster_url === null)
    return (
      <p class="fine" role="status">
        The video is being decoded. A render waits for it.
      </p>
    );
  return (
    <>
      <img class="media-thumb" src={poster_url} alt="A frame of the video" />
      <p class="fine">
        {width} × {height}, {formatDuration(duration_seconds ?? 0)}, {has_sound ? 'with sound' : 'silent'}
      </p>
    </>
  );
}

/** The form of how a video plays. Changes are saved after a pause. */
function VideoSettings({ model, slide, video }: { model: TimelineModel; slide: Schemas['Slide']; video: Video }) {
  const [draft, setDraft] = useState(videoDraftOf(video));
  const sent = useRef(slide);
  sent.current = slide;
  const stored = JSON.stringify(videoDraftOf(video));
  // The options were changed by an undo or by another client.
  useEffect(() => setDraft(videoDraftOf(video)), [stored]);
  const wanted = videoOptionsIn(draft);
  useEffect(() => {
    const before = sent.current.video && videoOptionsIn(videoDraftOf(sent.current.video));
    if (!wanted || !before || isSameJson(wanted, before)) return undefined;
    const timer = setTimeout(() => {
      model.changeVideo(sent.current, wanted, before).catch((error: unknown) => {
        model.failure.value = error;
      });
    }, IDLE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  const fault = wanted ? undefined : 'Enter seconds; the end is after the start.';
  return (
    <>
      <SelectField
        label="Place of the video"
        value={draft.place}
        options={PLACES}
        onSelect={(place) => setDraft({ ...draft, place })}
      />
      <SelectField
        label="When the video plays"
        value={draft.plays}
        options={PLAYS}
        onSelect={(plays) => setDraft({ ...draft, plays })}
      />
      <div class="pair">
        <TextField
          label="From second"
          value={draft.from}
          maxLength={10}
          error={fault}
          onText={(from) => setDraft({ ...draft, from })}
        />
        <TextField label="To second" value={draft.to} maxLength={10} onText={(to) => setDraft({ ...draft, to })} />
      </div>
      <Checkbox
        label="Start the video again at its end"
        isOn={draft.loop}
        onCheck={(loop) => setDraft({ ...draft, loop })}
      />
      {video.has_sound !== false && (
        <>
          <Checkbox
            label="Without the sound of the video"
            isOn={draft.muted}
            onCheck={(muted) => setDraft({ ...draft, muted })}
          />
          {!draft.muted && (
            <label class="range">
              <span>Volume of the video: {Math.round(100 * draft.volume)} %</span>
              <input
                type="range"
                min={0}
                max={200}
                step={10}
                value={Math.round(100 * draft.volume)}
                onInput={(event) => setDraft({ ...draft, volume: Number(event.currentTarget.value) / 100 })}
              />
            </label>
          )}
        </>
      )}
    </>
  );
}

/** The field for the video of a slide: it is uploaded, and looked at again until it is decoded. */
export function SlideVideoField({ model, slide }: { model: TimelineModel; slide: Schemas['Slide'] }) {
  const { video } = slide;
  const isPending = video?.status === 'pending';
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setInterval(() => void model.refresh().catch(() => undefined), POLL_MS);
    return () => clearInterval(timer);
  }, [isPending, slide.id]);
  return (
    <>
      <UploadField
        title="Video"
        label="Video"
        accept={SENT_VIDEO_TYPES.join(',')}
        hint="MP4, MOV or WebM, at most 2 GB, or a GIF or WebP that moves. It is shown instead of the image"
        onFile={async (file) => model.changeVideo(slide, await uploadVideo(file, video), video ? undefined : null)}
        onRemove={async () => {
          await model.changeVideo(slide, null);
          showNotice('The video is removed.');
        }}
      >
        {video !== null && <VideoState video={video} />}
      </UploadField>
      {video && video.status !== 'failed' && (
        <details class="image-settings">
          <summary>How the video plays</summary>
          <VideoSettings key={slide.id} model={model} slide={slide} video={video} />
        </details>
      )}
    </>
  );
}
