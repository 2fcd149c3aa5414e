import { useEffect, useState } from 'preact/hooks';
import { Fragment as _Fragment, jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { clock, count } from '../amounts.ts';
import { useLoad } from '../load.ts';
import { inWords } from '../parts/fields.tsx';
import { Icon } from '../parts/icons.tsx';
import { Shown } from '../parts/states.tsx';
import { signedIn } from '../session.ts';
import { namesToDeclare } from '../variable-names.ts';

/** Checks read every slide: they wait for a pause between changes. */
const IDLE_MS = 1_000;
/** A name in double braces that no variable has. */
function UndeclaredList({ timeline, onChoose, onVariables }) {
  return _jsx(_Fragment, {
    children: namesToDeclare(timeline).map(({ name, slideId, position, isValid }) =>
      _jsxs(
        'li',
        {
          class: 'warning',
          children: [
            _jsx(Icon, { name: 'warn' }),
            _jsxs('div', {
              children: [
                _jsxs('p', {
                  children: [
                    `{{${name}}}`,
                    ' is not a variable of this timeline, so it is shown and spoken as it is written.',
                    isValid ? '' : ' Names of variables have lower-case letters, digits and _.',
                  ],
                }),
                _jsxs('p', {
                  class: 'fine',
                  children: [
                    isValid &&
                      _jsx('button', { type: 'button', class: 'link', onClick: onVariables, children: 'Declare it' }),
                    slideId !== undefined &&
                      position !== undefined &&
                      _jsxs(_Fragment, {
                        children: [
                          isValid ? ' · ' : '',
                          _jsxs('button', {
                            type: 'button',
                            class: 'link',
                            onClick: () => onChoose(slideId),
                            children: ['Slide ', position + 1],
                          }),
                        ],
                      }),
                  ],
                }),
              ],
            }),
          ],
        },
        `undeclared ${name}`,
      ),
    ),
  });
}
/** Warnings about a timeline, and what a render of it would need. */
export function Checks({ timeline, variables, changes, onChoose, onSeconds, onVariables }) {
  const [checked, setChecked] = useState(changes);
  useEffect(() => {
    const timer = setTimeout(() => setChecked(changes), IDLE_MS);
    return () => clearTimeout(timer);
  }, [changes]);
  const loaded = useLoad(async () => {
    const query = variables === '' ? {} : { variables };
    const params = { path: { id: timeline.id }, query };
    const found = await signedIn().quiet.get('/timelines/{id}/check', { params });
    onSeconds(found.estimate.duration_seconds);
    return found;
  }, [timeline.id, checked]);
  const hasUndeclared = namesToDeclare(timeline).length > 0;
  return _jsxs('section', {
    class: 'checks',
    'aria-label': 'Checks',
    children: [
      _jsx('h2', { children: 'Checks' }),
      _jsx(Shown, {
        loaded: loaded,
        children: ({ warnings: all, estimate }) => {
          // Names in braces are listed above the others, as they are now, with a way to declare them.
          const warnings = all.filter((warning) => warning.code !== 'variable_unknown_in_text');
          return _jsxs(_Fragment, {
            children: [
              warnings.length === 0 && !hasUndeclared
                ? _jsxs('p', { class: 'check-good', children: [_jsx(Icon, { name: 'check' }), ' No problems found'] })
                : _jsxs('ul', {
                    class: 'warnings',
                    children: [
                      _jsx(UndeclaredList, { timeline: timeline, onChoose: onChoose, onVariables: onVariables }),
                      warnings.map((warning) =>
                        _jsxs(
                          'li',
                          {
                            class: 'warning',
                            children: [
                              _jsx(Icon, { name: 'warn' }),
                              _jsxs('div', {
                                children: [
                                  _jsx('p', { children: warning.message }),
                                  _jsxs('p', {
                                    class: 'fine',
                                    children: [
                                      inWords(warning.code),
                                      warning.slide_id !== null &&
                                        warning.position !== null &&
                                        _jsxs(_Fragment, {
                                          children: [
                                            ' · ',
                                            _jsxs('button', {
                                              type: 'button',
                                              class: 'link',
                                              onClick: () => onChoose(warning.slide_id ?? ''),
                                              children: ['Slide ', warning.position + 1],
                                            }),
                                          ],
                                        }),
                                    ],
                                  }),
                                ],
                              }),
                            ],
                          },
                          `${warning.slide_id ?? ''} ${warning.code} ${warning.param ?? ''}`,
                        ),
                      ),
                    ],
                  }),
              _jsxs('dl', {
                class: 'facts',
                children: [
                  _jsx('dt', { children: 'Length' }),
                  _jsx('dd', { children: clock(estimate.duration_seconds) }),
                  _jsx('dt', { children: 'New narration' }),
                  _jsxs('dd', { children: [count(estimate.narration_characters_new), ' characters'] }),
                  _jsx('dt', { children: 'Slides to render' }),
                  _jsx('dd', { children: estimate.slides_new }),
                  _jsx('dt', { children: 'Within your plan' }),
                  _jsx('dd', { children: estimate.fits_plan ? 'Yes' : 'No' }),
                ],
              }),
            ],
          });
        },
      }),
    ],
  });
}
