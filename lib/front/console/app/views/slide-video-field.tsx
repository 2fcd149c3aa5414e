import type { Schemas } from '#front/client/client.ts';
import { VIDEO_LABELS } from '../console-field-definitions.ts';
import { Checkbox, SelectField } from '../parts/fields.tsx';
import { ErrorNotice } from '../parts/states.tsx';
import { VideoFileField } from '../parts/video-file-field.tsx';
import { slideVideoDraftOf, videoOptionsOfDraft } from '../slide-video-draft.ts';
import type { TimelineEditorModel } from '../timeline-editor-model.ts';
import { useAutosavedOptionsDraft } from '../use-autosaved-options-draft.ts';
import { PlayedVideoPartFields } from './played-video-part-fields.tsx';

type Video = Schemas['SlideVideo'];

const PLACE_OPTIONS: readonly (readonly [Video['place'], string])[] = [
  ['full', 'All of the slide'],
  ['left', 'Left of the text'],
  ['right', 'Right of the text'],
  ['framed', 'Under the title'],
  ['background', 'Behind the text'],
];
const PLAYS_OPTIONS: readonly (readonly [Video['plays'], string])[] = [
  ['with_slide', 'With the slide'],
  ['before_speech', 'Before the speech'],
  ['after_speech', 'After the speech'],
];

/** The form of how a video plays. Changes are saved after a pause. */
function VideoSettings({ model, slide, video }: { model: TimelineEditorModel; slide: Schemas['Slide']; video: Video }) {
  const { draft, options, error, change } = useAutosavedOptionsDraft(
    slideVideoDraftOf(video),
    videoOptionsOfDraft,
    (newOptions, before) => model.changeVideo(slide, 'video', newOptions, before),
  );
  return (
    <>
      <SelectField
        label="Place of the video"
        value={draft.place}
        options={PLACE_OPTIONS}
        onSelect={(place) => change({ place })}
      />
      <SelectField
        label="When the video plays"
        value={draft.plays}
        options={PLAYS_OPTIONS}
        onSelect={(plays) => change({ plays })}
      />
      <Checkbox label="Start the video again at its end" isOn={draft.loop} onCheck={(loop) => change({ loop })} />
      <PlayedVideoPartFields
        noun="video"
        draft={draft}
        isFaulty={options === undefined}
        isSilent={video.has_sound === false}
        onChange={change}
      />
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  );
}

/** The options of a video with which another file plays in the same way. */
const playbackOptionsOf = ({ place, plays, volume, loop, muted }: Video) => ({ place, plays, volume, loop, muted });

/** The field for the video of a slide. */
export function SlideVideoField({ model, slide }: { model: TimelineEditorModel; slide: Schemas['Slide'] }) {
  const { video } = slide;
  return (
    <VideoFileField
      label={VIDEO_LABELS.video}
      hint="It is shown instead of the image"
      video={video}
      onSource={(source) =>
        model.changeVideo(
          slide,
          'video',
          { ...source, ...(video && playbackOptionsOf(video)) },
          video ? undefined : null,
        )
      }
      onRemove={() => model.changeVideo(slide, 'video', null)}
      onRefresh={model.refresh}
    >
      {video && (
        <details class="image-settings">
          <summary>How the video plays</summary>
          <VideoSettings key={slide.id} model={model} slide={slide} video={video} />
        </details>
      )}
    </VideoFileField>
  );
}
