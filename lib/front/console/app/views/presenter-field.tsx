import { PRESENTER_PLACES, PRESENTER_SHAPES, PRESENTER_SIZES } from '#engine/video/footage/presenter-look.ts';
import type { Schemas } from '#front/client/client.ts';
import { PRESENTER_LABELS, VIDEO_LABELS } from '../console-field-definitions.ts';
import { SelectField, TextField } from '../parts/fields.tsx';
import { ErrorNotice } from '../parts/states.tsx';
import { VideoFileField } from '../parts/video-file-field.tsx';
import { presenterDraftOf, presenterOptionsOfDraft } from '../presenter-draft.ts';
import type { SlideVideosRequestInput } from '../sent-video.ts';
import { useAutosavedOptionsDraft } from '../use-autosaved-options-draft.ts';

type PresenterChange = NonNullable<SlideVideosRequestInput['presenter']> | null;
/** Changes a presenter. @param before the change that takes it back; undefined: it cannot be taken back */
type OnChange = (change: PresenterChange, before?: PresenterChange) => Promise<void>;

const optionLabelOf = (option: keyof typeof PRESENTER_LABELS): string => `${PRESENTER_LABELS[option]} of the presenter`;

/** The form of how a presenter is shown. Changes are saved after a pause. */
function PresenterSettings({ presenter, onChange }: { presenter: Schemas['Presenter']; onChange: OnChange }) {
  const { draft, options, error, change } = useAutosavedOptionsDraft(
    presenterDraftOf(presenter),
    presenterOptionsOfDraft,
    onChange,
  );
  return (
    <>
      <SelectField
        label={optionLabelOf('place')}
        value={draft.place}
        options={PRESENTER_PLACES}
        onSelect={(place) => change({ place })}
      />
      <div class="pair">
        <SelectField
          label={optionLabelOf('shape')}
          value={draft.shape}
          options={PRESENTER_SHAPES}
          onSelect={(shape) => change({ shape })}
        />
        <SelectField
          label={optionLabelOf('size')}
          value={draft.size}
          options={PRESENTER_SIZES}
          onSelect={(size) => change({ size })}
        />
      </div>
      <TextField
        label={optionLabelOf('offset_seconds')}
        value={draft.offset}
        maxLength={10}
        hint="The second of the recording at which the slide starts"
        error={options === undefined ? 'Enter seconds.' : undefined}
        onText={(offset) => change({ offset })}
      />
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  );
}

/** The field for the presenter of a slide or of a timeline. */
export function PresenterField({
  presenter,
  hint,
  onChange,
  onRefresh,
}: {
  presenter: Schemas['Presenter'] | null;
  hint: string;
  onChange: OnChange;
  /** Reads the state of the presenter again. */
  onRefresh: () => Promise<unknown>;
}) {
  return (
    <VideoFileField
      label={VIDEO_LABELS.presenter}
      hint={hint}
      video={presenter}
      onSource={(source) =>
        onChange(
          { ...source, ...(presenter && presenterOptionsOfDraft(presenterDraftOf(presenter))) },
          presenter ? undefined : null,
        )
      }
      onRemove={() => onChange(null)}
      onRefresh={onRefresh}
    >
      {presenter && (
        <details class="image-settings">
          <summary>How the presenter is shown</summary>
          <PresenterSettings presenter={presenter} onChange={onChange} />
        </details>
      )}
    </VideoFileField>
  );
}
