import { useEffect, useRef, useState } from 'preact/hooks';
import { Fragment as _Fragment, jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { bytes } from '../amounts.ts';
import { Choice, TextField } from '../parts/fields.tsx';
import { tell } from '../parts/notices.tsx';
import { UploadField } from '../parts/upload-field.tsx';

/** The pause after which a change is sent. */
const IDLE_MS = 600;
const MOTIONS = [
  ['none', 'None'],
  ['zoom_in', 'Zoom in'],
  ['zoom_out', 'Zoom out'],
  ['pan_left', 'Pan to the left'],
  ['pan_right', 'Pan to the right'],
];
const FITS = [
  ['cover', 'Fill the area, cropped'],
  ['contain', 'Show the whole image'],
];
const percent = (share) => Math.round(share * 100);
/** The point that stays visible: set by a click on the image, or by two sliders. */
function FocusField({ image, onFocus }) {
  const { focus, url, alt } = image;
  return _jsxs('fieldset', {
    class: 'focus-field',
    children: [
      _jsx('legend', { children: 'Focus' }),
      _jsx('div', {
        class: 'focus-picture',
        children: _jsxs('button', {
          type: 'button',
          class: 'focus-target',
          'aria-label': 'Set the focus by a click on the image',
          onClick: (event) => {
            // A press of Enter has no place: the sliders do the same by keys.
            if (event.detail === 0) return;
            const box = event.currentTarget.getBoundingClientRect();
            const share = (at, from, size) => Math.round(Math.min(1, Math.max(0, (at - from) / size)) * 100) / 100;
            onFocus({ x: share(event.clientX, box.left, box.width), y: share(event.clientY, box.top, box.height) });
          },
          children: [
            url !== null && _jsx('img', { src: url, alt: alt, draggable: false }),
            _jsxs('svg', {
              class: 'focus-mark',
              viewBox: '0 0 100 100',
              preserveAspectRatio: 'none',
              'aria-hidden': 'true',
              children: [
                _jsx('line', { x1: percent(focus.x), x2: percent(focus.x), y1: '0', y2: '100' }),
                _jsx('line', { y1: percent(focus.y), y2: percent(focus.y), x1: '0', x2: '100' }),
              ],
            }),
          ],
        }),
      }),
      _jsx('div', {
        class: 'pair',
        children: ['x', 'y'].map((axis) =>
          _jsxs(
            'label',
            {
              class: 'range',
              children: [
                _jsxs('span', {
                  children: [axis === 'x' ? 'Horizontal' : 'Vertical', ': ', percent(focus[axis]), ' %'],
                }),
                _jsx('input', {
                  type: 'range',
                  min: 0,
                  max: 100,
                  step: 5,
                  value: percent(focus[axis]),
                  onInput: (event) => onFocus({ ...focus, [axis]: Number(event.currentTarget.value) / 100 }),
                }),
              ],
            },
            axis,
          ),
        ),
      }),
      _jsx('p', { class: 'hint', children: 'The part of the image that stays visible when it is cropped.' }),
    ],
  });
}
/** State of an image: shown, being fetched, or refused with the reason. */
function ImageState({ image }) {
  const { status, url, alt, width, height, size_bytes, error } = image;
  if (status === 'failed')
    return _jsx('p', { class: 'fine', children: error?.message ?? 'The image could not be read.' });
  if (url === null)
    return _jsx('p', { class: 'fine', children: 'The image is being fetched. Open the slide again to see it.' });
  return _jsxs(_Fragment, {
    children: [
      _jsx('img', { class: 'media-thumb', src: url, alt: alt }),
      _jsxs('p', { class: 'fine', children: [width, ' \u00D7 ', height, ', ', bytes(size_bytes ?? 0)] }),
    ],
  });
}
/** Form of the display options of an image. Changes are sent after a pause. */
function ImageSettings({ model, slide, image }) {
  const [draft, setDraft] = useState({ alt: image.alt, focus: image.focus, fit: image.fit });
  const sent = useRef({ draft, slide });
  sent.current.slide = slide;
  // An undo, or somebody else, changed it.
  useEffect(
    () => setDraft({ alt: image.alt, focus: image.focus, fit: image.fit }),
    [image.alt, image.focus.x, image.focus.y, image.fit],
  );
  useEffect(() => {
    const now = sent.current.slide.image;
    const isSame =
      now?.alt === draft.alt && now.fit === draft.fit && now.focus.x === draft.focus.x && now.focus.y === draft.focus.y;
    if (isSame) return undefined;
    const timer = setTimeout(() => {
      model.showImage(sent.current.slide, draft).catch((error) => {
        model.failure.value = error;
      });
    }, IDLE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  return _jsxs(_Fragment, {
    children: [
      _jsx(TextField, {
        label: 'Description of the image',
        value: draft.alt,
        maxLength: 500,
        hint: 'Alternative text for people who do not see it',
        onText: (alt) => setDraft({ ...draft, alt }),
      }),
      _jsx(Choice, {
        label: 'Image fit',
        value: draft.fit,
        options: FITS,
        onChoice: (fit) => setDraft({ ...draft, fit }),
      }),
      draft.fit === 'cover' &&
        _jsx(FocusField, { image: { ...image, ...draft }, onFocus: (focus) => setDraft({ ...draft, focus }) }),
    ],
  });
}
/** The image of a slide: sent, shown, placed, removed; or one that a variable names. */
export function SlideImageField({ model, slide, motion, variable, onMotion, onVariable }) {
  const { image } = slide;
  const names = Object.keys(model.timeline.value.variables);
  const options = [...names, ...(variable === '' || names.includes(variable) ? [] : [variable])];
  return _jsxs(_Fragment, {
    children: [
      _jsx(UploadField, {
        title: 'Image',
        label: 'Image',
        accept: 'image/*',
        hint: 'JPEG, PNG, WebP, GIF or AVIF, at most 25 MB',
        onFile: (file) => model.setImage(slide, file),
        onRemove: async () => {
          await model.removeImage(slide);
          tell('The image is removed.', { label: 'Undo', run: () => void model.history.undo() });
        },
        children: image !== null && _jsx(ImageState, { image: image }),
      }),
      image &&
        image.status === 'ready' &&
        _jsxs('details', {
          class: 'image-settings',
          children: [
            _jsx('summary', { children: 'How the image is shown' }),
            _jsx(ImageSettings, { model: model, slide: slide, image: image }, slide.id),
          ],
        }),
      (image !== null || variable !== '') &&
        _jsx(Choice, { label: 'Image motion', value: motion, options: MOTIONS, onChoice: onMotion }),
      options.length > 0 &&
        _jsx(Choice, {
          label: 'Image from a variable',
          value: variable,
          options: [['', 'None'], ...options.map((name) => [name, name])],
          hint: 'The value is the https address of the image.',
          onChoice: onVariable,
        }),
    ],
  });
}
