import { jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { apiBase, calls, onSessionEnd, session, signOut } from '../session.ts';
import { forgetDrafts } from '../stored-drafts.ts';
import { switchTheme, themeNow } from '../theme.ts';
import { flushTimelines, forgetTimelines } from '../timeline-model.ts';
import { CallsDrawer, isDrawerOpen } from './calls-drawer.tsx';
import { Icon } from './icons.tsx';
import { Notices } from './notices.tsx';
import { forgetPictures } from './picture.tsx';

onSessionEnd(() => {
  forgetPictures();
  forgetTimelines();
  forgetDrafts();
  isDrawerOpen.value = false;
});
export const PLACES = [
  ['timelines', 'Timelines'],
  ['renders', 'Renders'],
  ['batches', 'Batches'],
  ['templates', 'Templates'],
  ['webhooks', 'Webhooks'],
  ['usage', 'Usage'],
];
/** Frame around every view: navigation, account, calls. */
export function ConsoleShell({ place, onShortcuts, children }) {
  const account = session.value?.account;
  return _jsxs('div', {
    class: 'shell',
    children: [
      _jsx('button', {
        type: 'button',
        class: 'skip',
        onClick: () => document.getElementById('content')?.focus(),
        children: 'Skip to content',
      }),
      _jsxs('header', {
        class: 'side',
        children: [
          _jsxs('a', {
            class: 'brand',
            href: '#/timelines',
            children: [_jsx('span', { class: 'mark', 'aria-hidden': 'true' }), ' Video console'],
          }),
          _jsx('nav', {
            'aria-label': 'Views',
            children: _jsx('ul', {
              class: 'places',
              children: PLACES.map(([id, text]) =>
                _jsx(
                  'li',
                  {
                    children: _jsxs('a', {
                      href: `#/${id}`,
                      class: 'place',
                      'aria-current': id === place ? 'page' : undefined,
                      children: [_jsx(Icon, { name: id }), ' ', text],
                    }),
                  },
                  id,
                ),
              ),
            }),
          }),
          _jsxs('div', {
            class: 'side-foot',
            children: [
              _jsxs('a', {
                class: 'place',
                href: `${apiBase}/docs`,
                target: '_blank',
                rel: 'noopener noreferrer',
                children: [
                  _jsx(Icon, { name: 'book' }),
                  ' ',
                  _jsx('span', { class: 'place-text', children: 'Documentation' }),
                ],
              }),
              _jsxs('button', {
                type: 'button',
                class: 'place',
                onClick: onShortcuts,
                children: [
                  _jsx(Icon, { name: 'keys' }),
                  ' ',
                  _jsx('span', { class: 'place-text', children: 'Shortcuts' }),
                ],
              }),
              _jsxs('button', {
                type: 'button',
                class: 'place',
                'aria-expanded': isDrawerOpen.value,
                onClick: () => {
                  isDrawerOpen.value = !isDrawerOpen.value;
                },
                children: [
                  _jsx(Icon, { name: 'calls' }),
                  ' ',
                  _jsx('span', { class: 'place-text', children: 'Calls' }),
                  ' ',
                  _jsx('span', { class: 'badge', children: calls.value.length }),
                ],
              }),
              _jsxs('button', {
                type: 'button',
                class: 'place',
                onClick: switchTheme,
                children: [
                  _jsx(Icon, { name: 'sun' }),
                  ' ',
                  _jsx('span', {
                    class: 'place-text',
                    children: themeNow() === 'dark' ? 'Light colours' : 'Dark colours',
                  }),
                ],
              }),
              _jsxs('button', {
                type: 'button',
                class: 'place',
                onClick: async () => {
                  // Slides that were deleted a moment ago.
                  await flushTimelines().catch(() => undefined);
                  signOut();
                },
                children: [
                  _jsx(Icon, { name: 'out' }),
                  ' ',
                  _jsx('span', { class: 'place-text', children: 'Sign out' }),
                ],
              }),
              account &&
                _jsxs('p', {
                  class: 'who',
                  children: [
                    _jsx('span', { class: 'who-name', children: account.name }),
                    _jsx('span', { class: 'plan', children: account.plan }),
                  ],
                }),
            ],
          }),
        ],
      }),
      _jsxs('div', {
        class: 'middle',
        children: [
          _jsx('main', { id: 'content', class: 'content', tabIndex: -1, children: children }),
          _jsx(CallsDrawer, {}),
        ],
      }),
      _jsx(Notices, {}),
    ],
  });
}
