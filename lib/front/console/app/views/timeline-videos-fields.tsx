import type { Schemas } from '#front/client/client.ts';
import { VIDEO_LABELS } from '../console-field-definitions.ts';
import { SelectField } from '../parts/fields.tsx';
import { ErrorNotice } from '../parts/states.tsx';
import { VideoFileField } from '../parts/video-file-field.tsx';
import type { TimelineVideosRequestInput } from '../sent-video.ts';
import { requireSession, requireSessionRecordingClient } from '../session.ts';
import { timelineVideoDraftOf, videoOptionsOfDraft } from '../slide-video-draft.ts';
import { useAutosavedOptionsDraft } from '../use-autosaved-options-draft.ts';
import { PlayedVideoPartFields } from './played-video-part-fields.tsx';
import { PresenterField } from './presenter-field.tsx';

type Timeline = Schemas['Timeline'];
type Video = Schemas['TimelineVideo'];
type TimelineVideoName = Exclude<keyof TimelineVideosRequestInput, 'presenter'>;

const FIT_OPTIONS: readonly (readonly [Video['fit'], string])[] = [
  ['cover', 'Fill the picture, cropped'],
  ['contain', 'Show the whole video'],
];

const HINTS: Readonly<Record<TimelineVideoName, string>> = {
  intro: 'It is played before the first slide',
  outro: 'It is played after the last slide',
};

/** The options that another file keeps: all except the part that is played. */
const optionsForNewFile = ({ fit, volume, muted }: Video) => ({ fit, volume, muted });

/** The form of how an intro or an outro plays. Changes are saved after a pause. */
function TimelineVideoSettings({
  noun,
  video,
  onOptions,
}: {
  noun: string;
  video: Video;
  onOptions: (options: NonNullable<ReturnType<typeof videoOptionsOfDraft>>) => Promise<void>;
}) {
  const { draft, options, error, change } = useAutosavedOptionsDraft(
    timelineVideoDraftOf(video),
    videoOptionsOfDraft,
    onOptions,
  );
  return (
    <>
      <SelectField
        label={`Fit of the ${noun}`}
        value={draft.fit}
        options={FIT_OPTIONS}
        onSelect={(fit) => change({ fit })}
      />
      <PlayedVideoPartFields
        noun={noun}
        draft={draft}
        isFaulty={options === undefined}
        isSilent={video.has_sound === false}
        onChange={change}
      />
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  );
}

/** The fields for the videos of a timeline itself: its presenter, its intro and its outro. Changes are saved at once. */
export function TimelineVideosFields({
  timeline,
  onSaved,
}: {
  timeline: Timeline;
  onSaved: (timeline: Timeline) => void;
}) {
  const params = { path: { id: timeline.id } };
  const saveVideos = async (body: TimelineVideosRequestInput) =>
    onSaved(await requireSessionRecordingClient().put('/timelines/{id}', { params, body }));
  const refreshTimeline = async () => onSaved(await requireSession().quietClient.get('/timelines/{id}', { params }));
  const fieldOf = (name: TimelineVideoName) => {
    const video = timeline[name];
    const noun = VIDEO_LABELS[name].toLowerCase();
    return (
      <VideoFileField
        key={name}
        label={VIDEO_LABELS[name]}
        hint={HINTS[name]}
        video={video}
        onSource={(source) => saveVideos({ [name]: { ...source, ...(video && optionsForNewFile(video)) } })}
        onRemove={() => saveVideos({ [name]: null })}
        onRefresh={refreshTimeline}
      >
        {video && (
          <details class="image-settings">
            <summary>How the {noun} plays</summary>
            <TimelineVideoSettings noun={noun} video={video} onOptions={(options) => saveVideos({ [name]: options })} />
          </details>
        )}
      </VideoFileField>
    );
  };
  return (
    <>
      <PresenterField
        presenter={timeline.presenter}
        hint="A recorded person who speaks the notes of all slides"
        onChange={(presenter) => saveVideos({ presenter })}
        onRefresh={refreshTimeline}
      />
      {fieldOf('intro')}
      {fieldOf('outro')}
    </>
  );
}
