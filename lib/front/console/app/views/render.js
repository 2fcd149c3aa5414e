import { useId, useRef, useState } from 'preact/hooks';
import { Fragment as _Fragment, jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { bytes, clock } from '../amounts.ts';
import { useLoad, usePolling } from '../load.ts';
import { StatusBadge } from '../parts/badges.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { inWords } from '../parts/fields.tsx';
import { Icon } from '../parts/icons.tsx';
import { tell } from '../parts/notices.tsx';
import { Failure, Shown } from '../parts/states.tsx';
import { When } from '../parts/when.tsx';
import { signedIn, video } from '../session.ts';
import { useTitles } from '../titles.ts';
import { useWork } from '../work.ts';
import { VideoPlayer } from './video-player.tsx';

const POLL_MS = 700;
const isOpen = ({ status }) => ['queued', 'processing', 'rendering'].includes(status);
const STAGES = {
  queued: 'Waiting in the queue',
  narrating: 'Generating narration',
  encoding: 'Drawing and encoding slides',
  assembling: 'Assembling the video',
  done: 'Done',
};
function Progress({ render, onCancel, isBusy }) {
  const place = render.queue_position === null ? '' : `, number ${String(render.queue_position)} in the queue`;
  return _jsxs('section', {
    class: 'render-progress',
    'aria-label': 'Progress',
    children: [
      _jsxs('p', { class: 'render-percent', children: [render.progress, ' %'] }),
      _jsx('progress', { value: render.progress, max: 100, 'aria-label': 'Progress of the render' }),
      _jsxs('p', { role: 'status', children: [STAGES[render.stage], place] }),
      _jsxs('p', {
        class: 'fine',
        children: [render.slides_rendered + render.slides_reused, ' of ', render.slides_total, ' slides'],
      }),
      _jsx('button', {
        type: 'button',
        class: 'button',
        onClick: onCancel,
        disabled: isBusy,
        children: isBusy ? 'Canceling…' : 'Cancel render',
      }),
    ],
  });
}
/** The files of a finished video. */
function Downloads({ output }) {
  const { captions, extras } = output;
  const files = [
    ['Video', output.download_url ?? output.url],
    ['Captions (VTT)', captions.vtt_url],
    ['Captions (SRT)', captions.srt_url],
    ['Chapters (VTT)', output.chapters_url],
    ['Poster', output.poster_url],
    ['GIF', extras.gif_url],
    ['MP3', extras.mp3_url],
    ['PDF', extras.pdf_url],
  ];
  return _jsx('ul', {
    class: 'downloads',
    children: files.map(
      ([name, url]) =>
        url !== null &&
        _jsx(
          'li',
          {
            children: _jsx('a', {
              class: 'button button-small',
              href: url,
              download: true,
              target: '_blank',
              rel: 'noopener noreferrer',
              children: name,
            }),
          },
          name,
        ),
    ),
  });
}
function Facts({ render }) {
  const { output } = render;
  const facts = [
    [
      'Size of the picture',
      `${String(output.width)} × ${String(output.height)}, ${String(output.fps)} frames per second`,
    ],
    ['Codec', `${output.codec}, ${output.quality}`],
    ['Length', output.duration_seconds === null ? undefined : clock(output.duration_seconds)],
    ['File size', output.size_bytes === null ? undefined : bytes(output.size_bytes)],
    ['Captions', inWords(output.captions.mode)],
    ['Slides', `${String(render.slides_rendered)} rendered, ${String(render.slides_reused)} reused`],
    ['Version of the timeline', String(render.timeline_version)],
    ['External ID', render.external_id ?? undefined],
  ];
  return _jsx('dl', {
    class: 'facts',
    children: facts.map(
      ([name, value]) =>
        value !== undefined &&
        _jsxs('div', { children: [_jsx('dt', { children: name }), _jsx('dd', { children: value })] }, name),
    ),
  });
}
const untilText = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
/** A link to a finished video, for anybody who has it. */
function ShareLink({ output, onRenew }) {
  const field = useRef(null);
  const id = useId();
  if (output.url === null) return null;
  const isOver = output.url_expires_at !== null && Date.parse(output.url_expires_at) < Date.now();
  const copy = async () => {
    field.current?.select();
    await navigator.clipboard.writeText(output.url ?? '');
    tell('The link is copied.');
  };
  return _jsx('section', {
    class: 'share',
    'aria-label': 'Share the video',
    children: _jsxs('div', {
      class: 'field',
      children: [
        _jsx('label', { for: id, children: 'Link to share' }),
        _jsxs('div', {
          class: 'share-row',
          children: [
            _jsx('input', {
              ref: field,
              id: id,
              type: 'text',
              readOnly: true,
              value: output.url,
              onFocus: () => field.current?.select(),
            }),
            _jsxs('button', {
              type: 'button',
              class: 'button',
              onClick: copy,
              children: [_jsx(Icon, { name: 'copy' }), ' Copy link'],
            }),
            _jsx('button', { type: 'button', class: 'button', onClick: onRenew, children: 'New link' }),
          ],
        }),
        _jsxs('p', {
          class: 'hint',
          children: [
            'Anybody with this link can watch the video.',
            output.url_expires_at !== null &&
              (isOver
                ? ' It has expired: create a new link.'
                : ` It works until ${untilText.format(new Date(output.url_expires_at))}.`),
          ],
        }),
      ],
    }),
  });
}
/** One render: its progress, then its video. */
export function RenderView({ id }) {
  const path = { id };
  const loaded = useLoad(() => video().get('/renders/{id}', { params: { path } }), [id]);
  const work = useWork();
  const isOn = loaded.state === 'ready' && isOpen(loaded.data);
  usePolling(async () => loaded.set(await signedIn().quiet.get('/renders/{id}', { params: { path } })), POLL_MS, isOn, [
    id,
  ]);
  const titleOf = useTitles(loaded.state === 'ready' ? [loaded.data.timeline_id] : []);
  const cancel = () =>
    work.attempt(async () => {
      loaded.set(await video().delete('/renders/{id}', { params: { path } }));
      tell('The render is canceled.');
    });
  const [isAsking, setAsking] = useState(false);
  const deleteFiles = () => {
    setAsking(false);
    return work.attempt(async () => {
      loaded.set(await video().delete('/renders/{id}/files', { params: { path } }));
      tell('The video is deleted.');
    });
  };
  const shown = (render) =>
    _jsxs(_Fragment, {
      children: [
        _jsxs('header', {
          class: 'view-head',
          children: [
            _jsxs('div', {
              class: 'title-block',
              children: [
                _jsxs('a', {
                  class: 'up-link',
                  href: '#/renders',
                  children: [_jsx(Icon, { name: 'back' }), ' Renders'],
                }),
                _jsxs('h1', {
                  children: [titleOf(render.timeline_id), ' ', _jsx(StatusBadge, { status: render.status })],
                }),
                _jsxs('p', {
                  class: 'fine',
                  children: [_jsx('code', { children: render.id }), ' \u00B7 ', _jsx(When, { at: render.created_at })],
                }),
              ],
            }),
            _jsxs('div', {
              class: 'view-actions',
              children: [
                _jsxs('a', {
                  class: 'button',
                  href: `#/timelines/${render.timeline_id}`,
                  children: [_jsx(Icon, { name: 'timelines' }), ' Open timeline'],
                }),
                render.output.url !== null &&
                  _jsx('button', {
                    type: 'button',
                    class: 'button',
                    onClick: () => setAsking(true),
                    disabled: work.isBusy,
                    children: 'Delete video',
                  }),
              ],
            }),
          ],
        }),
        work.error !== undefined && _jsx(Failure, { error: work.error }),
        isOpen(render) && _jsx(Progress, { render: render, onCancel: cancel, isBusy: work.isBusy }),
        render.error && _jsx(Failure, { error: new Error(render.error.message) }),
        render.status === 'canceled' &&
          _jsx('p', { class: 'note', children: 'This render was canceled. Render the timeline again to get a video.' }),
        render.status === 'completed' &&
          _jsxs(_Fragment, {
            children: [
              _jsx(VideoPlayer, { render: render, onExpired: loaded.reload }),
              _jsx(ShareLink, { output: render.output, onRenew: loaded.reload }),
              _jsx(Downloads, { output: render.output }),
            ],
          }),
        _jsx(Facts, { render: render }),
        isAsking &&
          _jsx(Confirm, {
            title: 'Delete this video?',
            action: 'Delete video',
            onClose: () => setAsking(false),
            onConfirm: () => void deleteFiles(),
            children: _jsx('p', {
              children:
                'The video, its captions and all other files of this render are deleted, and links to them stop working. This cannot be undone. The timeline stays.',
            }),
          }),
      ],
    });
  return _jsx(Shown, { loaded: loaded, heading: 'Render', children: shown });
}
