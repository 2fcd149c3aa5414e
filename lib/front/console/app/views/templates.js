import { useState } from 'preact/hooks';
import { Fragment as _Fragment, jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { useLoad } from '../load.ts';
import { Choice, TextField } from '../parts/fields.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { Shown } from '../parts/states.tsx';
import { video } from '../session.ts';
import { fieldFault } from '../shown-error.ts';
import { useWork } from '../work.ts';
import { allTemplates, previewOf } from './timeline-settings.tsx';

function NewTemplateDialog({ bases, onClose }) {
  const [name, setName] = useState('');
  const [base, setBase] = useState(bases[0]?.id ?? '');
  const work = useWork();
  const submit = () =>
    work.attempt(async () => {
      const body = { name: name.trim(), base: base };
      const { id } = await video().post('/templates', { body });
      location.hash = `#/templates/${id}`;
      onClose();
    });
  return _jsxs(FormDialog, {
    title: 'New template',
    action: 'Create',
    busyAction: 'Creating\u2026',
    fields: ['name'],
    work: work,
    onSubmit: submit,
    onClose: onClose,
    children: [
      _jsx(TextField, {
        label: 'Name',
        value: name,
        maxLength: 80,
        error: fieldFault(work.error, 'name'),
        onText: setName,
      }),
      _jsx(Choice, {
        label: 'Base',
        value: base,
        options: bases.map((each) => [each.id, each.name]),
        onChoice: setBase,
        hint: 'Everything that you do not change comes from it.',
      }),
    ],
  });
}
/** The built-in templates and those of the account. */
export function Templates() {
  const loaded = useLoad(allTemplates, []);
  const [isMaking, setIsMaking] = useState(false);
  const all = loaded.state === 'ready' ? loaded.data : [];
  return _jsxs(_Fragment, {
    children: [
      _jsxs('header', {
        class: 'view-head',
        children: [
          _jsx('h1', { children: 'Templates' }),
          _jsxs('button', {
            type: 'button',
            class: 'button button-main',
            disabled: loaded.state !== 'ready',
            onClick: () => setIsMaking(true),
            children: [_jsx(Icon, { name: 'plus' }), ' New template'],
          }),
        ],
      }),
      _jsx(Shown, {
        loaded: loaded,
        kind: 'card',
        children: (templates) =>
          _jsx('ul', {
            class: 'cards',
            children: templates.map((template) =>
              _jsxs(
                'li',
                {
                  class: 'card',
                  children: [
                    _jsxs('a', {
                      href: `#/templates/${template.id}`,
                      class: 'card-link',
                      children: [
                        _jsx('span', {
                          class: 'card-picture',
                          children: _jsx('span', {
                            class: 'picture picture-landscape',
                            children: _jsx('img', { src: previewOf(template, 'landscape'), alt: '', loading: 'lazy' }),
                          }),
                        }),
                        _jsx('span', { class: 'card-title', children: template.name }),
                      ],
                    }),
                    _jsxs('p', {
                      class: 'card-facts',
                      children: [template.kind === 'own' ? 'Custom' : 'Built-in', ' \u00B7 ', template.scheme],
                    }),
                  ],
                },
                template.id,
              ),
            ),
          }),
      }),
      isMaking &&
        _jsx(NewTemplateDialog, {
          bases: all.filter(({ kind }) => kind === 'built_in'),
          onClose: () => setIsMaking(false),
        }),
    ],
  });
}
