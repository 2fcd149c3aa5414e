import { ENTITLEMENTS, type PlanLimits } from '#features/accounts/entitlements.ts';
import { timeText } from './time-text.ts';

const figure = (value: number): string => value.toLocaleString('en');

const LIMIT_ROWS: readonly (readonly [string, (limits: PlanLimits) => string])[] = [
  [
    'slides per timeline · length of a video',
    ({ slides_per_timeline, video_seconds }) => `${slides_per_timeline} · ${timeText(video_seconds)}`,
  ],
  ['bytes of a timeline', ({ timeline_bytes }) => figure(timeline_bytes)],
  ['resolution', ({ resolution }) => `up to ${resolution}`],
  ['codecs', ({ codecs }) => codecs.join(', ')],
  ['frames per second', ({ fps }) => `up to ${fps}`],
  [
    'requests · renders created, per minute',
    ({ requests_per_minute, render_creations_per_minute }) => `${requests_per_minute} · ${render_creations_per_minute}`,
  ],
  ['renders running · waiting', ({ running_renders, queued_renders }) => `${running_renders} · ${queued_renders}`],
  ['render seconds per month', ({ render_seconds_per_month }) => figure(render_seconds_per_month)],
  [
    'characters of new narration per month',
    ({ narration_characters_per_month }) => figure(narration_characters_per_month),
  ],
  ['timelines', ({ timelines }) => figure(timelines)],
  ['stored images, recordings, music, fonts and logos', ({ stored_bytes }) => `${stored_bytes / 1e9} GB`],
  ['finished videos are kept', ({ output_retention_days }) => `${output_retention_days} days`],
];

/** The limits of the plans as a table. */
export function limitsTable(): string {
  const { pro, max } = ENTITLEMENTS;
  const rows = LIMIT_ROWS.map(([name, of]) => `| ${name} | ${of(pro)} | ${of(max)} |`);
  return ['| limit | pro | max |', '|---|---|---|', ...rows].join('\n');
}
