import { Checkbox, TextField } from '../parts/fields.tsx';
import type { PlayedVideoPartDraft } from '../slide-video-draft.ts';

/** The fields for the part of a video that is played, and for its sound. */
export function PlayedVideoPartFields({
  noun,
  draft,
  isFaulty,
  isSilent,
  onChange,
}: {
  noun: string;
  draft: PlayedVideoPartDraft;
  /** True if the times cannot be saved. */
  isFaulty: boolean;
  /** True for a video without sound. */
  isSilent: boolean;
  onChange: (changes: Partial<PlayedVideoPartDraft>) => void;
}) {
  const fault = isFaulty ? 'Enter seconds; the end is after the start.' : undefined;
  const percent = Math.round(100 * draft.volume);
  return (
    <>
      <div class="pair">
        <TextField
          label={`From second of the ${noun}`}
          value={draft.from}
          maxLength={10}
          error={fault}
          onText={(from) => onChange({ from })}
        />
        <TextField
          label={`To second of the ${noun}`}
          value={draft.to}
          maxLength={10}
          onText={(to) => onChange({ to })}
        />
      </div>
      {!isSilent && (
        <Checkbox
          label={`Without the sound of the ${noun}`}
          isOn={draft.muted}
          onCheck={(muted) => onChange({ muted })}
        />
      )}
      {!isSilent && !draft.muted && (
        <label class="range">
          <span>
            Volume of the {noun}: {percent} %
          </span>
          <input
            type="range"
            min={0}
            max={200}
            step={10}
            value={percent}
            onInput={(event) => onChange({ volume: Number(event.currentTarget.value) / 100 })}
          />
        </label>
      )}
    </>
  );
}
