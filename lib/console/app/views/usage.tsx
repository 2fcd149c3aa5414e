import type { Schemas } from '../../../client/client.ts';
import { bytes, clock, count, shareOf } from '../amounts.ts';
import { useLoad } from '../load.ts';
import { inWords } from '../parts/fields.tsx';
import { Shown } from '../parts/states.tsx';
import { video } from '../session.ts';

type Amount = readonly [title: string, used: number, limit: number, inUnits: (value: number) => string];

/** What is used, beside what the plan allows. */
const amountsOf = ({ usage, limits }: Schemas['Entitlements']): readonly Amount[] => [
  ['Film rendered this month', usage.render_seconds, limits.render_seconds_per_month, clock],
  ['Characters spoken this month', usage.narration_characters, limits.narration_characters_per_month, count],
  ['Stored files', usage.stored_bytes, limits.stored_bytes, bytes],
  ['Timelines', usage.timelines, limits.timelines, count],
  ['Renders at work', usage.running_renders, limits.running_renders, count],
  ['Renders in the queue', usage.queued_renders, limits.queued_renders, count],
  ['Own templates', usage.own_templates, limits.own_templates, count],
  ['Own fonts', usage.own_fonts, limits.own_fonts, count],
  ['Open batches', usage.open_batches, limits.open_batches, count],
];

/** What else the plan says. */
const factsOf = ({ limits }: Schemas['Entitlements']): readonly (readonly [string, string])[] => [
  ['Resolution up to', limits.resolution],
  ['Codecs', limits.codecs.join(', ')],
  ['Pictures a second up to', String(limits.fps)],
  ['Length of a film up to', clock(limits.video_seconds)],
  ['Slides of a timeline up to', count(limits.slides_per_timeline)],
  ['Rows of a batch up to', count(limits.batch_rows)],
  ['Requests a minute', count(limits.requests_per_minute)],
  ['New renders a minute', count(limits.render_creations_per_minute)],
  ['Films are kept', `${String(limits.output_retention_days)} days`],
];

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** A share is near its end from here on. */
const NEARLY = 0.9;

/** What the account has used, against the limits of its plan. */
export function UsageView() {
  const loaded = useLoad(() => video().get('/entitlements'), []);
  return (
    <>
      <header class="view-head">
        <h1>Usage</h1>
      </header>
      <Shown loaded={loaded}>
        {(entitlements) => (
          <>
            <p class="fine usage-period">
              Plan {inWords(entitlements.plan)} · the month ends on{' '}
              {day.format(new Date(entitlements.usage.period_end))} (UTC)
            </p>
            <ul class="amounts">
              {amountsOf(entitlements).map(([title, used, limit, inUnits]) => (
                <li key={title} class={shareOf(used, limit) >= NEARLY ? 'amount amount-nearly' : 'amount'}>
                  <p class="amount-title">{title}</p>
                  <p class="amount-used">
                    {inUnits(used)} <span class="fine">of {inUnits(limit)}</span>
                  </p>
                  <meter
                    class="unseen"
                    value={shareOf(used, limit)}
                    aria-label={`${title}: ${inUnits(used)} of ${inUnits(limit)}`}
                  />
                  <div class="bar" aria-hidden="true">
                    <div class="bar-fill" style={{ width: `${String(shareOf(used, limit) * 100)}%` }} />
                  </div>
                </li>
              ))}
            </ul>
            <h2 class="usage-more">What the plan allows besides</h2>
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
      </Shown>
    </>
  );
}
