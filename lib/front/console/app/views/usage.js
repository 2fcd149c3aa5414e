import { Fragment as _Fragment, jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { bytes, clock, count, shareOf } from '../amounts.ts';
import { useLoad } from '../load.ts';
import { inWords } from '../parts/fields.tsx';
import { Shown } from '../parts/states.tsx';
import { video } from '../session.ts';

/** Amounts that are used, with the limits of the plan. */
const amountsOf = ({ usage, limits }) => [
  ['Video rendered this month', usage.render_seconds, limits.render_seconds_per_month, clock],
  ['Narrated characters this month', usage.narration_characters, limits.narration_characters_per_month, count],
  ['Stored files', usage.stored_bytes - usage.speech_bytes, limits.stored_bytes, bytes],
  ['Timelines', usage.timelines, limits.timelines, count],
  ['Running renders', usage.running_renders, limits.running_renders, count],
  ['Waiting renders', usage.queued_renders, limits.queued_renders, count],
  ['Custom templates', usage.own_templates, limits.own_templates, count],
  ['Custom fonts', usage.own_fonts, limits.own_fonts, count],
  ['Open batches', usage.open_batches, limits.open_batches, count],
];
/** Limits of the plan without an amount that is used, and an amount without a limit. */
const factsOf = ({ limits, usage }) => [
  ['Highest resolution', limits.resolution],
  ['Codecs', limits.codecs.join(', ')],
  ['Frames per second', String(limits.fps)],
  ['Stored narration', bytes(usage.speech_bytes)],
  ['Longest video', clock(limits.video_seconds)],
  ['Slides per timeline', count(limits.slides_per_timeline)],
  ['Bytes per timeline', count(limits.timeline_bytes)],
  ['Rows per batch', count(limits.batch_rows)],
  ['Requests per minute', count(limits.requests_per_minute)],
  ['New renders per minute', count(limits.render_creations_per_minute)],
  ['Videos are kept for', `${String(limits.output_retention_days)} days`],
];
const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
/** A share is near its end from here on. */
const NEARLY = 0.9;
/** The usage of the account, with the limits of its plan. */
export function UsageView() {
  const loaded = useLoad(() => video().get('/entitlements'), []);
  return _jsxs(_Fragment, {
    children: [
      _jsx('header', { class: 'view-head', children: _jsx('h1', { children: 'Usage' }) }),
      _jsx(Shown, {
        loaded: loaded,
        children: (entitlements) =>
          _jsxs(_Fragment, {
            children: [
              _jsxs('p', {
                class: 'fine usage-period',
                children: [
                  inWords(entitlements.plan),
                  ' plan \u00B7 the month ends on',
                  ' ',
                  day.format(new Date(entitlements.usage.period_end)),
                  ' (UTC)',
                ],
              }),
              _jsx('ul', {
                class: 'amounts',
                children: amountsOf(entitlements).map(([title, used, limit, inUnits]) =>
                  _jsxs(
                    'li',
                    {
                      class: shareOf(used, limit) >= NEARLY ? 'amount amount-nearly' : 'amount',
                      children: [
                        _jsx('p', { class: 'amount-title', children: title }),
                        _jsxs('p', {
                          class: 'amount-used',
                          children: [
                            inUnits(used),
                            ' ',
                            _jsxs('span', { class: 'fine', children: ['of ', inUnits(limit)] }),
                          ],
                        }),
                        _jsx('meter', {
                          class: 'unseen',
                          value: shareOf(used, limit),
                          'aria-label': `${title}: ${inUnits(used)} of ${inUnits(limit)}`,
                        }),
                        _jsx('div', {
                          class: 'bar',
                          'aria-hidden': 'true',
                          children: _jsx('div', {
                            class: 'bar-fill',
                            style: { width: `${String(shareOf(used, limit) * 100)}%` },
                          }),
                        }),
                      ],
                    },
                    title,
                  ),
                ),
              }),
              _jsx('h2', { class: 'usage-more', children: 'Limits of the plan' }),
              _jsx('dl', {
                class: 'facts usage-facts',
                children: factsOf(entitlements).map(([name, value]) =>
                  _jsxs('div', { children: [_jsx('dt', { children: name }), _jsx('dd', { children: value })] }, name),
                ),
              }),
            ],
          }),
      }),
    ],
  });
}
