import { Fragment as _Fragment, jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { Dialog } from '../parts/dialog.tsx';
import { contentOf, fieldsOf, labelOf } from '../slide-content.ts';
import { storeDraft } from '../stored-drafts.ts';

/** A value of a field as text to compare. */
const textOf = (value) => {
  if (value === null || value === undefined || value === '') return 'Empty';
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join('\n');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value, null, 2);
};
/** Asks which of two changes of the same fields is kept. */
export function ConflictDialog({ model, conflict }) {
  const { slide, body, theirs, fields } = conflict;
  const { id } = model.timeline.value;
  const attempt = async (work) => {
    model.conflict.value = undefined;
    try {
      await work();
      storeDraft(id, slide.id, undefined);
    } catch (error) {
      model.failure.value = error;
    }
  };
  const reload = () => {
    model.conflict.value = undefined;
    storeDraft(id, slide.id, undefined);
    model.discard(slide.id);
  };
  const keep = () => {
    // Their version was seen: it is no conflict for the form any more.
    if (theirs) model.noteSent(slide.id, fieldsOf(theirs, body));
    return attempt(() =>
      theirs
        ? model.save(slide.id, body, fieldsOf(theirs, body))
        : model.add(
            { content: { ...contentOf(slide), ...body } },
            slide.position,
            `Slide ${String(slide.position + 1)}`,
          ),
    );
  };
  const now = theirs && contentOf(theirs);
  return _jsxs(Dialog, {
    title: 'Changed elsewhere',
    onClose: reload,
    wide: true,
    children: [
      _jsx('div', {
        class: 'dialog-body',
        children: now
          ? _jsxs(_Fragment, {
              children: [
                _jsxs('p', {
                  children: [
                    'Slide ',
                    slide.position + 1,
                    ' was changed in another window or by another person while you edited it. Nothing was overwritten.',
                  ],
                }),
                fields.map((field) =>
                  _jsxs(
                    'section',
                    {
                      class: 'conflict',
                      'aria-label': labelOf(field),
                      children: [
                        _jsx('h3', { children: labelOf(field) }),
                        _jsxs('div', {
                          class: 'pair',
                          children: [
                            _jsxs('div', {
                              children: [
                                _jsx('p', { class: 'fine', children: 'Your version' }),
                                _jsx('p', { class: 'conflict-text', children: textOf(body[field]) }),
                              ],
                            }),
                            _jsxs('div', {
                              children: [
                                _jsx('p', { class: 'fine', children: 'Their version' }),
                                _jsx('p', { class: 'conflict-text', children: textOf(now[field]) }),
                              ],
                            }),
                          ],
                        }),
                      ],
                    },
                    field,
                  ),
                ),
              ],
            })
          : _jsxs('p', {
              children: [
                'Slide ',
                slide.position + 1,
                ' was deleted in another window or by another person while you edited it.',
              ],
            }),
      }),
      _jsxs('footer', {
        class: 'dialog-foot',
        children: [
          _jsx('button', {
            type: 'button',
            class: 'button',
            onClick: reload,
            children: now ? 'Use their version' : 'Leave it deleted',
          }),
          _jsx('button', {
            type: 'button',
            class: 'button button-main',
            onClick: keep,
            children: now ? 'Keep my version' : 'Add it again with my text',
          }),
        ],
      }),
    ],
  });
}
