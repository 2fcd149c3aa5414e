import type { Schemas } from '#front/client/client.ts';
import { formatBytes, formatDuration, formatWithThousandsSeparators } from '../amounts.ts';
import { identifierInWords } from '../parts/fields.tsx';
import { requireSession } from '../session.ts';

type Limits = Schemas['Limits'];

/** The rows of the table of plans. */
const LIMIT_ROWS: readonly (readonly [title: string, inWords: (limits: Limits) => string])[] = [
  ['Video per month', ({ render_seconds_per_month: seconds }) => formatDuration(seconds)],
  ['Longest video', ({ video_seconds }) => formatDuration(video_seconds)],
  ['Highest resolution', ({ resolution }) => resolution],
  ['Codecs', ({ codecs }) => codecs.join(', ')],
  ['Frames per second', ({ fps }) => String(fps)],
  [
    'Narrated characters per month',
    ({ narration_characters_per_month: count }) => formatWithThousandsSeparators(count),
  ],
  ['Timelines', ({ timelines }) => formatWithThousandsSeparators(timelines)],
  ['Slides per timeline', ({ slides_per_timeline }) => formatWithThousandsSeparators(slides_per_timeline)],
  ['Rows per batch', ({ batch_rows }) => formatWithThousandsSeparators(batch_rows)],
  ['Stored files', ({ stored_bytes }) => formatBytes(stored_bytes)],
  ['Videos are kept for', ({ output_retention_days: days }) => `${String(days)} days`],
];

const headingOf = ({ plan }: Schemas['OfferedPlan'], currentPlan: string) =>
  `${identifierInWords(plan)}${plan === currentPlan ? ' (yours)' : ''}`;

/** The view of an account on a plan without access to the API: its plan, and what the others allow. */
export function PlanWithoutApiAccessView() {
  const { name, plan: currentPlan, plans } = requireSession().account;
  return (
    <>
      <header class="view-head">
        <h1>Plan</h1>
      </header>
      <p class="note">
        {name} is on the Free plan: you can sign in, compare the plans and revoke API keys. Timelines, videos and all
        other requests need a Pro or Max plan. The operator of this service changes the plan; you need no new key then.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reached by keyboard. */}
      <section class="plans" aria-label="What the plans allow" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span class="unseen">Limit</span>
              </th>
              {plans.map((offeredPlan) => (
                <th key={offeredPlan.plan} scope="col">
                  {headingOf(offeredPlan, currentPlan)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {LIMIT_ROWS.map(([title, inWords]) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                {plans.map(({ plan, limits }) => (
                  <td key={plan}>{limits === null ? '–' : inWords(limits)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
