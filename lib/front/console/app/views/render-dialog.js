import { useState } from 'preact/hooks';
import { Fragment as _Fragment, jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { codecLabel } from '#engine/video/codecs/codec-words.ts';
import { useLoad } from '../load.ts';
import { Choice, TextField, Tick } from '../parts/fields.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Shown } from '../parts/states.tsx';
import { ValueFields } from '../parts/value-fields.tsx';
import { signedIn, video } from '../session.ts';
import { fieldFault } from '../shown-error.ts';
import { enteredValues } from '../variable-names.ts';
import { useWork } from '../work.ts';

const RESOLUTIONS = ['480p', '720p', '1080p', '1440p', '2160p'];
const QUALITIES = ['draft', 'standard', 'high'];
const CAPTIONS = [
  ['sidecar', 'As separate files'],
  ['embedded', 'In the video, can be switched on'],
  ['burned_in', 'Always visible in the picture'],
  ['none', 'None'],
];
const NARRATION = [
  ['auto', 'Generate missing'],
  ['existing', 'Existing only'],
  ['none', 'No narration'],
];
const EXTRAS = [
  ['gif', 'GIF'],
  ['mp3', 'MP3'],
  ['pdf', 'PDF'],
  ['thumbnails', 'Thumbnails'],
];
/** Asks for the settings of a video, within the limits of the plan, and starts the render. */
export function RenderDialog({ timeline, values: previewed, onClose }) {
  const limits = useLoad(async () => (await signedIn().quiet.get('/entitlements')).limits, []);
  const [output, setOutput] = useState({
    resolution: timeline.resolution,
    codec: 'h264',
    quality: 'standard',
    captions: 'sidecar',
    fps: 30,
  });
  const [narration, setNarration] = useState('auto');
  const [webhook, setWebhook] = useState('');
  const [values, setValues] = useState(previewed);
  const hasVariables = Object.keys(timeline.variables).length > 0;
  const work = useWork();
  const change = (changed) => setOutput({ ...output, ...changed });
  const submit = () =>
    work.attempt(async () => {
      const url = webhook.trim();
      const body = {
        ...{ timeline_id: timeline.id, output, narration },
        ...(hasVariables ? { variables: enteredValues(values, timeline.variables) } : {}),
        ...(url === '' ? {} : { webhook_url: url }),
      };
      const { id } = await video().post('/renders', { body });
      location.hash = `#/renders/${id}`;
    });
  return _jsx(FormDialog, {
    title: 'Render',
    action: 'Start render',
    busyAction: 'Starting\u2026',
    canSubmit: limits.state === 'ready',
    work: work,
    onSubmit: submit,
    onClose: onClose,
    children: _jsx(Shown, {
      loaded: limits,
      children: ({ resolution, codecs, fps }) =>
        _jsxs(_Fragment, {
          children: [
            hasVariables &&
              _jsxs('fieldset', {
                class: 'template-choice',
                children: [
                  _jsx('legend', { children: 'Values of variables' }),
                  _jsx(ValueFields, {
                    variables: timeline.variables,
                    values: values,
                    error: work.error,
                    onValues: setValues,
                  }),
                ],
              }),
            _jsxs('div', {
              class: 'pair',
              children: [
                _jsx(Choice, {
                  label: 'Resolution',
                  value: output.resolution ?? '1080p',
                  options: RESOLUTIONS.slice(0, RESOLUTIONS.indexOf(resolution) + 1),
                  onChoice: (chosen) => change({ resolution: chosen }),
                }),
                _jsx(Choice, {
                  label: 'Frames per second',
                  value: String(output.fps ?? 30),
                  options: [24, 25, 30, 50, 60]
                    .filter((rate) => rate <= fps)
                    .map((rate) => [String(rate), String(rate)]),
                  onChoice: (rate) => change({ fps: Number(rate) }),
                }),
              ],
            }),
            _jsx(Choice, {
              label: 'Codec',
              value: output.codec ?? 'h264',
              options: codecs.map((codec) => [codec, codecLabel(codec)]),
              onChoice: (codec) => change({ codec }),
            }),
            _jsxs('div', {
              class: 'pair',
              children: [
                _jsx(Choice, {
                  label: 'Quality',
                  value: output.quality ?? 'standard',
                  options: QUALITIES,
                  onChoice: (quality) => change({ quality }),
                }),
                _jsx(Choice, { label: 'Narration', value: narration, options: NARRATION, onChoice: setNarration }),
              ],
            }),
            _jsxs('fieldset', {
              class: 'template-choice',
              children: [
                _jsx('legend', { children: 'Additional files' }),
                _jsx('div', {
                  class: 'ticks',
                  children: EXTRAS.map(([extra, text]) =>
                    _jsx(
                      Tick,
                      {
                        label: text,
                        isOn: output.extras?.includes(extra) ?? false,
                        onTick: (isOn) => {
                          const others = (output.extras ?? []).filter((each) => each !== extra);
                          change({ extras: isOn ? [...others, extra] : others });
                        },
                      },
                      extra,
                    ),
                  ),
                }),
              ],
            }),
            _jsx(Choice, {
              label: 'Captions',
              value: output.captions ?? 'sidecar',
              options: CAPTIONS,
              onChoice: (captions) => change({ captions }),
            }),
            _jsx(TextField, {
              label: 'Webhook address (optional)',
              type: 'url',
              value: webhook,
              placeholder: 'https://\u2026',
              hint: 'Receives an event when the video is finished.',
              error: fieldFault(work.error, 'webhook_url'),
              onText: setWebhook,
            }),
          ],
        }),
    }),
  });
}
