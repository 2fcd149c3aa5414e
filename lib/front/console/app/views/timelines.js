import { useEffect, useRef, useState } from 'preact/hooks';
import { Fragment as _Fragment, jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { clock } from '../amounts.ts';
import { useLoad } from '../load.ts';
import { TextField } from '../parts/fields.tsx';
import { Icon } from '../parts/icons.tsx';
import { ListView } from '../parts/list-view.tsx';
import { usePages } from '../parts/pages.tsx';
import { SlidePicture } from '../parts/picture.tsx';
import { Empty, Shown } from '../parts/states.tsx';
import { When } from '../parts/when.tsx';
import { signedIn, video } from '../session.ts';
import { onShortcut } from '../shortcuts.ts';
import { NewTimelineDialog } from './new-timeline.tsx';

/** The first slide of a timeline. */
function Cover({ timeline }) {
  const first = useLoad(async () => {
    const params = { path: { id: timeline.id }, query: { limit: 1 } };
    const { data } = await signedIn().quiet.get('/timelines/{id}/slides', { params });
    return data[0] ?? null;
  }, [timeline.id, timeline.version]);
  const frame = `picture picture-${timeline.format}`;
  if (first.state === 'loading') return _jsx('div', { class: frame, children: _jsx('div', { class: 'skeleton' }) });
  if (first.state === 'failed' || first.data === null)
    return _jsx('div', {
      class: frame,
      children: _jsx('p', {
        class: 'picture-note',
        children: first.state === 'failed' ? 'No preview' : 'No slides yet',
      }),
    });
  return _jsx(SlidePicture, {
    timelineId: timeline.id,
    slideId: first.data.id,
    version: String(timeline.version),
    format: timeline.format,
    alt: '',
  });
}
const slideCount = (slides) => (slides === 1 ? '1 slide' : `${String(slides)} slides`);
/** A timeline in a list. */
const TimelineCard = ({ timeline }) =>
  _jsxs(_Fragment, {
    children: [
      _jsxs('a', {
        href: `#/timelines/${timeline.id}`,
        class: 'card-link',
        children: [
          _jsx('span', { class: 'card-picture', children: _jsx(Cover, { timeline: timeline }) }),
          _jsx('span', { class: 'card-title', children: timeline.title }),
        ],
      }),
      _jsxs('p', {
        class: 'card-facts',
        children: [
          slideCount(timeline.slide_count),
          ' \u00B7 ',
          clock(timeline.duration_seconds),
          ' \u00B7 ',
          _jsx(When, { at: timeline.updated_at }),
        ],
      }),
    ],
  });
/** Timelines whose titles have all words of a search. */
function Found({ words }) {
  const all = useLoad(
    async () => await Array.fromAsync(signedIn().quiet.items('/timelines', { query: { limit: 100 } })),
    [],
  );
  const wanted = words.toLowerCase().split(/\s+/);
  return _jsx(Shown, {
    loaded: all,
    kind: 'card',
    children: (timelines) => {
      const found = timelines.filter(({ title }) => wanted.every((word) => title.toLowerCase().includes(word)));
      return _jsxs(_Fragment, {
        children: [
          _jsx('p', {
            class: 'fine',
            role: 'status',
            children: found.length === 1 ? '1 timeline found' : `${String(found.length)} timelines found`,
          }),
          _jsx('ul', {
            class: 'cards',
            children: found.map((timeline) =>
              _jsx('li', { class: 'card', children: _jsx(TimelineCard, { timeline: timeline }) }, timeline.id),
            ),
          }),
        ],
      });
    },
  });
}
/** All timelines of the account, newest first. A deck that is dropped anywhere is imported. */
export function Timelines() {
  const pages = usePages((cursor) =>
    video().get('/timelines', { params: { query: { limit: 24, ...(cursor === undefined ? {} : { cursor }) } } }),
  );
  const [making, setMaking] = useState();
  const [words, setWords] = useState('');
  const [isOver, setIsOver] = useState(false);
  const search = useRef(null);
  useEffect(
    () =>
      onShortcut((name) => {
        if (name === 'search') search.current?.querySelector('input')?.focus();
        else if (name === 'new slide') setMaking({});
        else return false;
        return true;
      }),
    [],
  );
  const make = _jsxs('button', {
    type: 'button',
    class: 'button button-main',
    onClick: () => setMaking({}),
    children: [_jsx(Icon, { name: 'plus' }), ' New timeline'],
  });
  return _jsxs('div', {
    class: isOver ? 'drop-page drop-page-over' : 'drop-page',
    onDragOver: (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: (event) => {
      if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return;
      setIsOver(false);
    },
    onDrop: (event) => {
      const deck = event.dataTransfer?.files[0];
      if (!deck) return;
      event.preventDefault();
      setIsOver(false);
      setMaking({ deck });
    },
    children: [
      _jsxs('header', {
        class: 'view-head',
        children: [
          _jsx('h1', { children: 'Timelines' }),
          _jsxs('div', {
            class: 'view-actions',
            children: [
              _jsx('div', {
                class: 'search',
                ref: search,
                children: _jsx(TextField, {
                  label: 'Search timelines',
                  type: 'search',
                  value: words,
                  placeholder: 'Search timelines',
                  onText: setWords,
                }),
              }),
              make,
            ],
          }),
        ],
      }),
      words.trim() !== ''
        ? _jsx(Found, { words: words.trim() })
        : _jsx(ListView, {
            pages: pages,
            kind: 'card',
            keyOf: ({ id }) => id,
            empty: _jsxs(Empty, {
              title: 'No timelines yet',
              children: [
                _jsx('p', {
                  children: 'Drop a deck here (PPTX, PDF, Markdown or ZIP), or write a few slides in Markdown.',
                }),
                make,
              ],
            }),
            children: (timeline) => _jsx(TimelineCard, { timeline: timeline }),
          }),
      making && _jsx(NewTimelineDialog, { ...making, onClose: () => setMaking(undefined) }),
    ],
  });
}
