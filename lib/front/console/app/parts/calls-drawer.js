import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { addressOf, curlOf, typescriptOf } from '../call-text.ts';
import { apiBase, calls } from '../session.ts';
import { Icon } from './icons.tsx';
import { tell } from './notices.tsx';
/** State of the drawer: open or closed. */
export const isDrawerOpen = signal(false);
const outcome = ({ status }) => (status === 'pending' ? '…' : status === 0 ? 'no answer' : String(status));
function CallText({ call }) {
  const [language, setLanguage] = useState('curl');
  const text = language === 'curl' ? curlOf(call, apiBase) : typescriptOf(call, apiBase);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    tell('Copied.');
  };
  return _jsxs('div', {
    class: 'call-text',
    children: [
      _jsxs('div', {
        class: 'call-tools',
        children: [
          ['curl', 'TypeScript'].map((each) =>
            _jsx(
              'button',
              {
                type: 'button',
                class: 'tab',
                'aria-pressed': each === language,
                onClick: () => setLanguage(each),
                children: each,
              },
              each,
            ),
          ),
          _jsx('button', { type: 'button', class: 'button button-small', onClick: copy, children: 'Copy' }),
        ],
      }),
      _jsx('section', {
        class: 'code',
        tabIndex: 0,
        'aria-label': `The call as ${language}`,
        children: _jsx('pre', { children: _jsx('code', { children: text }) }),
      }),
    ],
  });
}
/** The calls that the console made, newest first, as curl and as TypeScript. */
export function CallsDrawer() {
  const [chosen, setChosen] = useState();
  if (!isDrawerOpen.value) return null;
  const shown = calls.value.find(({ number }) => number === chosen) ?? calls.value[0];
  return _jsxs('aside', {
    class: 'drawer',
    'aria-label': 'Calls of the API',
    children: [
      _jsxs('header', {
        class: 'drawer-head',
        children: [
          _jsx('h2', { children: 'Calls' }),
          _jsx('p', {
            class: 'fine',
            children: 'The latest calls of the console to the API. They never contain your key.',
          }),
          _jsx('button', {
            type: 'button',
            class: 'button-icon',
            'aria-label': 'Close the calls',
            onClick: () => {
              isDrawerOpen.value = false;
            },
            children: _jsx(Icon, { name: 'close' }),
          }),
        ],
      }),
      shown === undefined
        ? _jsx('p', { class: 'fine drawer-empty', children: 'No calls yet.' })
        : _jsxs('div', {
            class: 'drawer-columns',
            children: [
              _jsx('ul', {
                class: 'call-list',
                children: calls.value.map((call) =>
                  _jsx(
                    'li',
                    {
                      children: _jsxs('button', {
                        type: 'button',
                        class: 'call',
                        'aria-pressed': call.number === shown.number,
                        onClick: () => setChosen(call.number),
                        children: [
                          _jsx('span', { class: `method method-${call.method}`, children: call.method.toUpperCase() }),
                          _jsx('span', { class: 'call-path', children: addressOf(call) }),
                          _jsxs('span', {
                            class: 'call-status',
                            children: [
                              outcome(call),
                              call.status === 'pending' ? '' : ` · ${String(call.milliseconds)} ms`,
                            ],
                          }),
                        ],
                      }),
                    },
                    call.number,
                  ),
                ),
              }),
              _jsx(CallText, { call: shown }),
            ],
          }),
    ],
  });
}
