import { useRef, useState } from 'preact/hooks';
import { Fragment as _Fragment, jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { ApiError } from '#front/client/api-error.ts';
import { fontTypeOf, imageTypeOf } from '../deck-type.ts';
import { useLoad } from '../load.ts';
import { Confirm } from '../parts/dialog.tsx';
import { Choice, inWords, TextField } from '../parts/fields.tsx';
import { Icon } from '../parts/icons.tsx';
import { tell } from '../parts/notices.tsx';
import { Failure, Shown } from '../parts/states.tsx';
import { UploadField } from '../parts/upload-field.tsx';
import { signedIn, video } from '../session.ts';
import { readFile } from '../slide-files.ts';
import { bodyOfTemplate, COLORS, draftOfTemplate, FONT_PLACES } from '../template-draft.ts';
import { useWork } from '../work.ts';

const PLACES = ['top_left', 'top_right', 'bottom_left', 'bottom_right'];
const FONT_LABELS = { heading: 'Font of headings', body: 'Font of text', code: 'Font of code' };
const NUMBERS = [
  ['timeline', 'As set in the timeline'],
  ['on', 'On every slide'],
  ['off', 'None'],
];
/** The contrast of pairs of colours, by WCAG 2.2 AA. */
const Contrast = ({ pairs }) =>
  _jsx('ul', {
    class: 'contrasts',
    'aria-label': 'Contrast',
    children: pairs.map(({ pair: [front, back], ratio, passes }) =>
      _jsxs(
        'li',
        {
          class: passes ? 'contrast' : 'contrast contrast-low',
          children: [
            _jsx(Icon, { name: passes ? 'check' : 'warn' }),
            ' ',
            front === 'on_accent' ? 'Text' : inWords(front),
            ' on',
            ' ',
            inWords(back).toLowerCase(),
            ': ',
            ratio.toFixed(1),
            passes ? '' : ', hard to read',
          ],
        },
        `${front} ${back}`,
      ),
    ),
  });
function Logo({ template, onSaved }) {
  const params = { path: { id: template.id } };
  const send = async (file) => {
    const contentType = imageTypeOf(file.type);
    if (contentType === undefined)
      throw new Error('This file type is not supported. Use JPEG, PNG, WebP, GIF or AVIF.');
    onSaved(await video().upload('/templates/{id}/logo', file, { contentType, params }));
  };
  const { logo } = template;
  const remove = async () => {
    if (!logo) return;
    const file = await readFile(logo.url);
    onSaved(await video().delete('/templates/{id}/logo', { params }));
    tell('The logo is removed.', {
      label: 'Undo',
      run: () => void send(file).catch(() => tell('The logo could not be restored. Choose its file again.')),
    });
  };
  return _jsx(UploadField, {
    title: 'Logo',
    label: 'Logo',
    accept: 'image/*',
    hint: 'JPEG, PNG, WebP, GIF or AVIF',
    onFile: send,
    onRemove: remove,
    children: logo && _jsx('img', { class: 'media-thumb', src: logo.url, alt: 'The logo' }),
  });
}
/** The fonts of the account: sent, and deleted while no template uses them. */
function FontsField({ fonts, onChanged }) {
  const [error, setError] = useState();
  const [asked, setAsked] = useState();
  const send = async (file) => {
    const contentType = fontTypeOf(file.name);
    if (contentType === undefined) throw new Error('This file type is not supported. Use TTF, OTF or WOFF2.');
    const font = await video().upload('/fonts', file, { contentType });
    tell(`The font ${font.family} is added.`);
    onChanged();
  };
  const remove = async ({ id, family }) => {
    setAsked(undefined);
    setError(undefined);
    try {
      await video().delete('/fonts/{id}', { params: { path: { id } } });
      tell(`The font ${family} is deleted.`);
      onChanged();
    } catch (failure) {
      setError(failure);
    }
  };
  const own = fonts.filter(({ kind }) => kind === 'own');
  return _jsxs(_Fragment, {
    children: [
      _jsx(UploadField, {
        title: 'Custom fonts',
        label: 'Font',
        accept: '.ttf,.otf,.woff2',
        hint: 'TTF, OTF or WOFF2, at most 10 MB. Send only fonts that you may use in videos.',
        onFile: send,
        children: false,
      }),
      own.length > 0 &&
        _jsx('ul', {
          class: 'font-list',
          children: own.map((font) =>
            _jsxs(
              'li',
              {
                children: [
                  _jsxs('span', {
                    children: [
                      font.family,
                      ' ',
                      _jsxs('span', { class: 'fine', children: [font.weight, ', ', font.style] }),
                    ],
                  }),
                  _jsx('button', {
                    type: 'button',
                    class: 'button button-small',
                    'aria-label': `Delete the font ${font.family}, ${String(font.weight)}`,
                    onClick: () => setAsked(font),
                    children: 'Delete',
                  }),
                ],
              },
              font.id,
            ),
          ),
        }),
      error !== undefined && _jsx(Failure, { error: error }),
      asked &&
        _jsx(Confirm, {
          title: `Delete the font ${asked.family}?`,
          action: 'Delete',
          onClose: () => setAsked(undefined),
          onConfirm: () => void remove(asked),
          children: _jsx('p', { children: 'This cannot be undone. A font that a template uses cannot be deleted.' }),
        }),
    ],
  });
}
/** The form of a custom template. */
function TemplateForm({ template, onSaved }) {
  const [draft, setDraft] = useState(draftOfTemplate(template));
  /** The version that the form was made of, or that this form saved last. */
  const version = useRef(template.version);
  const work = useWork();
  const fonts = useLoad(async () => {
    const found = await Array.fromAsync(signedIn().quiet.items('/fonts', { query: { limit: 100 } }));
    return found;
  }, []);
  const change = (part) => setDraft({ ...draft, ...part });
  const families = new Map(
    (fonts.state === 'ready' ? fonts.data : []).map(({ id, family, kind }) => [
      kind === 'own' ? id : family,
      kind === 'own' ? `${family} (custom)` : family,
    ]),
  );
  const isOvertaken =
    work.error instanceof ApiError && (work.error.code === 'version_conflict' || work.error.status === 412);
  const latest = async () => await signedIn().quiet.get('/templates/{id}', { params: { path: { id: template.id } } });
  const reload = () =>
    work.attempt(async () => {
      const now = await latest();
      version.current = now.version;
      setDraft(draftOfTemplate(now));
      onSaved(now);
    });
  const keep = () =>
    work.attempt(async () => {
      version.current = (await latest()).version;
      await save();
    });
  const submit = (event) => {
    event.preventDefault();
    void work.attempt(save);
  };
  const save = async () => {
    const body = bodyOfTemplate(draft, version.current);
    const saved = await video().put('/templates/{id}', { params: { path: { id: template.id } }, body });
    // The next save is on this version, even before the samples of it have been read.
    version.current = saved.version;
    onSaved(saved);
    tell('Saved.');
  };
  return _jsxs('form', {
    onSubmit: submit,
    class: 'template-form',
    noValidate: true,
    children: [
      _jsx(TextField, { label: 'Name', value: draft.name, maxLength: 80, onText: (name) => change({ name }) }),
      _jsxs('fieldset', {
        class: 'template-choice',
        children: [
          _jsx('legend', { children: 'Colours' }),
          _jsx('div', {
            class: 'swatches',
            children: COLORS.map((name) =>
              _jsxs(
                'div',
                {
                  class: 'swatch',
                  children: [
                    _jsx('input', {
                      type: 'color',
                      'aria-label': `${inWords(name)}: colour picker`,
                      value: /^#[0-9a-f]{6}$/i.test(draft.colors[name]) ? draft.colors[name] : '#808080',
                      onInput: (event) => change({ colors: { ...draft.colors, [name]: event.currentTarget.value } }),
                    }),
                    _jsx(TextField, {
                      label: inWords(name),
                      value: draft.colors[name],
                      placeholder: 'from the base',
                      onText: (text) => change({ colors: { ...draft.colors, [name]: text.trim() } }),
                    }),
                  ],
                },
                name,
              ),
            ),
          }),
          template.contrast !== null && _jsx(Contrast, { pairs: template.contrast }),
        ],
      }),
      _jsx('div', {
        class: 'pair',
        children: FONT_PLACES.map((place) =>
          _jsx(
            Choice,
            {
              label: FONT_LABELS[place],
              value: draft.fonts[place],
              options: [
                ['', 'From the base'],
                ...(draft.fonts[place] === '' || families.has(draft.fonts[place])
                  ? []
                  : [[draft.fonts[place], draft.fonts[place]]]),
                ...families,
              ],
              onChoice: (font) => change({ fonts: { ...draft.fonts, [place]: font } }),
            },
            place,
          ),
        ),
      }),
      _jsxs('div', {
        class: 'pair',
        children: [
          _jsx(Choice, {
            label: 'Position of the logo',
            value: draft.logoPlace,
            options: PLACES,
            onChoice: (logoPlace) => change({ logoPlace }),
          }),
          _jsx(Choice, {
            label: 'Slide numbers',
            value: draft.numbers,
            options: NUMBERS,
            onChoice: (numbers) => change({ numbers }),
          }),
          _jsx(TextField, {
            label: 'Footer',
            value: draft.footer,
            maxLength: 80,
            onText: (footer) => change({ footer }),
          }),
        ],
      }),
      fonts.state === 'ready' && _jsx(FontsField, { fonts: fonts.data, onChanged: fonts.reload }),
      isOvertaken
        ? _jsxs('div', {
            class: 'note',
            role: 'alert',
            children: [
              _jsx('p', {
                children: 'The template was changed elsewhere since you opened it. Nothing was overwritten.',
              }),
              _jsxs('div', {
                class: 'view-actions',
                children: [
                  _jsx('button', {
                    type: 'button',
                    class: 'button button-small',
                    onClick: () => void reload(),
                    children: 'Load the other version',
                  }),
                  _jsx('button', {
                    type: 'button',
                    class: 'button button-small',
                    onClick: () => void keep(),
                    children: 'Keep my version',
                  }),
                ],
              }),
            ],
          })
        : work.error !== undefined && _jsx(Failure, { error: work.error }),
      _jsx('p', {
        children: _jsx('button', {
          type: 'submit',
          class: 'button button-main',
          disabled: work.isBusy,
          children: work.isBusy ? 'Saving…' : 'Save',
        }),
      }),
    ],
  });
}
/** One template: its samples, and the form of a custom one. */
export function TemplateView({ id }) {
  const params = { path: { id } };
  // Inference makes arrays of pairs.
  const read = async () => await video().get('/templates/{id}', { params });
  const loaded = useLoad(read, [id]);
  const [isAsking, setIsAsking] = useState(false);
  const [error, setError] = useState();
  // Saving answers the few samples of a list; reading again gives all.
  const saved = (template) => {
    if (loaded.state === 'ready') loaded.set({ ...template, previews: loaded.data.previews });
    void read().then(loaded.set, setError);
  };
  const remove = async () => {
    setIsAsking(false);
    try {
      await video().delete('/templates/{id}', { params });
      tell('The template is deleted.');
      location.hash = '#/templates';
    } catch (reason) {
      setError(reason);
    }
  };
  const shown = (template) =>
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
                  href: '#/templates',
                  children: [_jsx(Icon, { name: 'back' }), ' Templates'],
                }),
                _jsx('h1', { children: template.name }),
                _jsxs('p', {
                  class: 'fine',
                  children: [
                    template.base === null ? 'Built-in' : `Custom, based on ${inWords(template.base)}`,
                    template.description === '' ? '' : ` · ${template.description}`,
                  ],
                }),
              ],
            }),
            template.kind === 'own' &&
              _jsx('div', {
                class: 'view-actions',
                children: _jsxs('button', {
                  type: 'button',
                  class: 'button',
                  onClick: () => setIsAsking(true),
                  children: [_jsx(Icon, { name: 'trash' }), ' Delete'],
                }),
              }),
          ],
        }),
        error !== undefined && _jsx(Failure, { error: error }),
        _jsxs('div', {
          class: template.kind === 'own' ? 'template-view' : undefined,
          children: [
            template.kind === 'own' &&
              _jsxs('div', {
                class: 'template-edit',
                children: [
                  _jsx(TemplateForm, { template: template, onSaved: saved }),
                  _jsx(Logo, { template: template, onSaved: saved }),
                ],
              }),
            _jsx('ul', {
              class: 'cards',
              'aria-label': 'Samples',
              children: template.previews
                .filter(({ format }) => format === 'landscape')
                .map(({ layout, url }) =>
                  _jsxs(
                    'li',
                    {
                      class: 'card',
                      children: [
                        _jsx('span', {
                          class: 'card-picture',
                          children: _jsx('span', {
                            class: 'picture picture-landscape',
                            children: _jsx('img', {
                              src: url,
                              alt: `${inWords(layout)} in this template`,
                              loading: 'lazy',
                            }),
                          }),
                        }),
                        _jsx('p', { class: 'card-facts', children: inWords(layout) }),
                      ],
                    },
                    layout,
                  ),
                ),
            }),
          ],
        }),
        isAsking &&
          _jsx(Confirm, {
            title: 'Delete this template?',
            action: 'Delete',
            onClose: () => setIsAsking(false),
            onConfirm: remove,
            children: _jsx('p', {
              children: 'This cannot be undone. A template that a timeline uses cannot be deleted.',
            }),
          }),
      ],
    });
  return _jsx(Shown, { loaded: loaded, heading: 'Template', children: shown });
}
