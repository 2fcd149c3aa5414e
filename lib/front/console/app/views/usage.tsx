import type { Schemas } from '#front/client/client.ts';
import { formatBytes, formatDuration, formatWithThousandsSeparators, usedFractionOf } from '../amounts.ts';
import { useLoadedData } from '../load.ts';
import { identifierInWords } from '../parts/fields.tsx';
import { WhenLoaded } from '../parts/states.tsx';
import { requireSessionRecordingClient } from '../session.ts';

type Amount = readonly [title: string, used: number, limit: number, inUnits: (value: number) => string];

/** The used amounts of the account, each with its limit and the format of its values. */
const amountsOf = ({ usage, limits }: Schemas['Entitlements']): readonly Amount[] => [
  ['Video rendered this month', usage.render_seconds, limits.render_seconds_per_month, formatDuration],
  [
    'Narrated characters this month',
    usage.narration_characters,
    limits.narration_characters_per_month,
    formatWithThousandsSeparators,
  ],
  ['Stored files', usage.stored_bytes - usage.speech_bytes, limits.stored_bytes, formatBytes],
  ['Timelines', usage.timelines, limits.timelines, formatWithThousandsSeparators],
  ['Running renders', usage.running_renders, limits.running_renders, formatWithThousandsSeparators],
  ['Waiting renders', usage.queued_renders, limits.queued_renders, formatWithThousandsSeparators],
  ['Custom templates', usage.own_templates, limits.own_templates, formatWithThousandsSeparators],
  ['Custom fonts', usage.own_fonts, limits.own_fonts, formatWithThousandsSeparators],
  ['Open batches', usage.open_batches, limits.open_batches, formatWithThousandsSeparators],
];

/** Limits of the plan for which no used amount is shown, and the stored narration, which has no limit. */
const factsOf = ({ limits, usage }: Schemas['Entitlements']): readonly (readonly [string, string])[] => [
  ['Highest resolution', limits.resolution],
  ['Codecs', limits.codecs.join(', ')],
  ['Frames per second', String(limits.fps)],
  ['Stored narration', formatBytes(usage.speech_bytes)],
  ['Longest video', formatDuration(limits.video_seconds)],
  ['Slides per timeline', formatWithThousandsSeparators(limits.slides_per_timeline)],
  ['Bytes per timeline', formatWithThousandsSeparators(limits.timeline_bytes)],
  ['Rows per batch', formatWithThousandsSeparators(limits.batch_rows)],
  ['Requests per minute', formatWithThousandsSeparators(limits.requests_per_minute)],
  ['New renders per minute', formatWithThousandsSeparators(limits.render_creations_per_minute)],
  ['Videos are kept for', `${String(limits.output_retention_days)} days`],
];

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** The fraction of a limit from which an amount is highlighted. */
const NEAR_LIMIT = 0.9;

/** The view of the account's usage and of the limits of its plan. */
export function UsageView() {
  const entitlementsLoad = useLoadedData(() => requireSessionRecordingClient().get('/entitlements'), []);
  return (
    <>
      <header class="view-head">
        <h1>Usage</h1>
      </header>
      <WhenLoaded loadState={entitlementsLoad}>
        {(entitlements) => (
          <>
            <p class="fine usage-period">
              {identifierInWords(entitlements.plan)} plan · the month ends on{' '}
              {dayFormat.format(new Date(entitlements.usage.period_end))} (UTC)
            </p>
            <ul class="amounts">
              {amountsOf(entitlements).map(([title, used, limit, inUnits]) => (
                <li key={title} class={usedFractionOf(used, limit) >= NEAR_LIMIT ? 'amount amount-nearly' : 'amount'}>
                  <p class="amount-title">{title}</p>
                  <p class="amount-used">
                    {inUnits(used)} <span class="fine">of {inUnits(limit)}</span>
                  </p>
                  <meter
                    class="unseen"
                    value={usedFractionOf(used, limit)}
                    aria-label={`${title}: ${inUnits(used)} of ${inUnits(limit)}`}
                  />
                  <div class="bar" aria-hidden="true">
                    <div class="bar-fill" style={{ width: `${String(usedFractionOf(used, limit) * 100)}%` }} />
                  </div>
                </li>
              ))}
            </ul>
            <h2 class="usage-more">Limits of the plan</h2>
            <dl class="facts usage-facts">
              {factsOf(entitlements).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </WhenLoaded>
    </>
  );
}
