import { useState } from 'preact/hooks';
import { codecLabel } from '#engine/video/codecs/codec-labels.ts';
import { RESOLUTION_NAMES } from '#engine/video/format.ts';
import type { Schemas } from '#front/client/client.ts';
import { useLoadedData } from '../load.ts';
import { Checkbox, SelectField, TextField } from '../parts/fields.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { WhenLoaded } from '../parts/states.tsx';
import { VariableValueFields } from '../parts/variable-value-fields.tsx';
import { requireSession, requireSessionRecordingClient } from '../session.ts';
import { errorMessageForField } from '../to-shown-error.ts';
import { useAction } from '../use-action.ts';
import { enteredVariableValues } from '../variable-names.ts';
import { CAPTION_COLOR_FIELDS, CaptionStyleFields } from './caption-style-fields.tsx';
import { RenderUsageAndWarningsPanel } from './render-usage-and-warnings-panel.tsx';

const QUALITY_OPTIONS: readonly Schemas['RenderQuality'][] = ['draft', 'standard', 'high'];
const CAPTION_MODE_OPTIONS: readonly (readonly [Schemas['CaptionMode'], string])[] = [
  ['sidecar', 'As separate files'],
  ['embedded', 'In the video, can be switched on'],
  ['burned_in', 'Always visible in the picture'],
  ['none', 'None'],
];
const NARRATION_OPTIONS: readonly (readonly [Schemas['NarrationMode'], string])[] = [
  ['auto', 'Generate missing'],
  ['existing', 'Existing only'],
  ['none', 'No narration'],
];

const EXTRAS: readonly (readonly [Schemas['RenderExtra'], string])[] = [
  ['gif', 'GIF'],
  ['mp3', 'MP3'],
  ['pdf', 'PDF'],
  ['thumbnails', 'Thumbnails'],
];

/** Paths of the fields of a request that show their errors themselves. */
const FIELDS_WITH_ERRORS: readonly string[] = ['webhook_url', ...CAPTION_COLOR_FIELDS];

/** The settings with another form of captions; only captions in the picture have a look, and only files have times of words. */
function withCaptions(
  { caption_style, caption_words, ...output }: Schemas['RenderOutputInput'],
  captions: Schemas['CaptionMode'],
): Schemas['RenderOutputInput'] {
  return {
    ...output,
    captions,
    ...(captions === 'burned_in' && caption_style ? { caption_style } : {}),
    ...(captions !== 'none' && caption_words ? { caption_words } : {}),
  };
}

/** The dialog with the settings of a render, within the limits of the plan, which starts it. */
export function RenderDialog({
  timeline,
  values: previewedValues,
  onClose,
}: {
  timeline: Schemas['Timeline'];
  /** The values of variables in the preview, which are the initial ones of the form. */
  values: ReadonlyMap<string, string>;
  onClose: () => void;
}) {
  const limits = useLoadedData(async () => (await requireSession().quietClient.get('/entitlements')).limits, []);
  const [output, setOutput] = useState<Schemas['RenderOutputInput']>({
    resolution: timeline.resolution,
    codec: 'h264',
    quality: 'standard',
    captions: 'sidecar',
    fps: 30,
  });
  const [narration, setNarration] = useState<Schemas['NarrationMode']>('auto');
  const [webhookUrl, setWebhookUrl] = useState('');
  const [values, setValues] = useState(previewedValues);
  const hasVariables = Object.keys(timeline.variables).length > 0;
  const work = useAction();
  const change = (changed: Schemas['RenderOutputInput']) => setOutput({ ...output, ...changed });
  const submit = () =>
    work.attempt(async () => {
      const url = webhookUrl.trim();
      const body = {
        timeline_id: timeline.id,
        output,
        narration,
        ...(hasVariables ? { variables: enteredVariableValues(values, timeline.variables) } : {}),
        ...(url === '' ? {} : { webhook_url: url }),
      };
      const { id } = await requireSessionRecordingClient().post('/renders', { body });
      location.hash = `#/renders/${id}`;
    });
  return (
    <FormDialog
      title="Render"
      action="Start render"
      busyAction="Starting…"
      canSubmit={limits.state === 'ready'}
      work={work}
      fields={FIELDS_WITH_ERRORS}
      onSubmit={submit}
      onClose={onClose}
    >
      <WhenLoaded loadState={limits}>
        {({ resolution, codecs, fps }) => (
          <>
            {hasVariables && (
              <fieldset class="template-choice">
                <legend>Values of variables</legend>
                <VariableValueFields
                  variables={timeline.variables}
                  values={values}
                  error={work.error}
                  onValues={setValues}
                />
              </fieldset>
            )}
            <div class="pair">
              <SelectField
                label="Resolution"
                value={output.resolution ?? '1080p'}
                options={RESOLUTION_NAMES.slice(0, RESOLUTION_NAMES.indexOf(resolution) + 1)}
                onSelect={(chosen) => change({ resolution: chosen })}
              />
              <SelectField
                label="Frames per second"
                value={String(output.fps ?? 30)}
                options={[24, 25, 30, 50, 60].filter((rate) => rate <= fps).map((rate) => [String(rate), String(rate)])}
                onSelect={(rate) => change({ fps: Number(rate) as Schemas['FrameRate'] })}
              />
            </div>
            <SelectField
              label="Codec"
              value={output.codec ?? 'h264'}
              options={codecs.map((codec) => [codec, codecLabel(codec)] as const)}
              onSelect={(codec) => change({ codec })}
            />
            <div class="pair">
              <SelectField
                label="Quality"
                value={output.quality ?? 'standard'}
                options={QUALITY_OPTIONS}
                onSelect={(quality) => change({ quality })}
              />
              <SelectField label="Narration" value={narration} options={NARRATION_OPTIONS} onSelect={setNarration} />
            </div>
            <fieldset class="template-choice">
              <legend>Additional files</legend>
              <div class="ticks">
                {EXTRAS.map(([extra, text]) => (
                  <Checkbox
                    key={extra}
                    label={text}
                    isOn={output.extras?.includes(extra) ?? false}
                    onCheck={(isOn) => {
                      const otherExtras = (output.extras ?? []).filter((each) => each !== extra);
                      change({ extras: isOn ? [...otherExtras, extra] : otherExtras });
                    }}
                  />
                ))}
              </div>
            </fieldset>
            <SelectField
              label="Captions"
              value={output.captions ?? 'sidecar'}
              options={CAPTION_MODE_OPTIONS}
              onSelect={(captions) => setOutput(withCaptions(output, captions))}
            />
            {output.captions !== 'none' && (
              <Checkbox
                label="Times of words in caption files"
                isOn={output.caption_words ?? false}
                onCheck={(caption_words) => change({ caption_words })}
              />
            )}
            {output.captions === 'burned_in' && (
              <CaptionStyleFields
                style={output.caption_style ?? {}}
                error={work.error}
                onChange={(caption_style) => change({ caption_style })}
              />
            )}
            <TextField
              label="Webhook address (optional)"
              type="url"
              value={webhookUrl}
              placeholder="https://…"
              hint="Receives an event when the video is finished."
              error={errorMessageForField(work.error, 'webhook_url')}
              onText={setWebhookUrl}
            />
            <RenderUsageAndWarningsPanel
              timelineId={timeline.id}
              output={output}
              enteredValuesJson={hasVariables ? JSON.stringify(enteredVariableValues(values, timeline.variables)) : ''}
            />
          </>
        )}
      </WhenLoaded>
    </FormDialog>
  );
}
