import { jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { notesOfReport, summaryOf } from '../import-notes.ts';
import { Icon } from '../parts/icons.tsx';
/** The report of the import that made a timeline, slide by slide. */
export function ImportReportPanel({ report: imported, slides, onChoose, onDismiss }) {
  if (!imported.report) return null;
  const { deck, slides: notes } = notesOfReport(imported.report);
  return _jsxs('section', {
    class: 'import-report',
    'aria-label': 'Import report',
    children: [
      _jsxs('header', {
        class: 'import-head',
        children: [
          _jsx('h2', { children: 'Import report' }),
          _jsx('button', { type: 'button', class: 'button button-small', onClick: onDismiss, children: 'Dismiss' }),
        ],
      }),
      _jsx('p', { children: summaryOf(imported) }),
      deck.length > 0 &&
        _jsx('ul', {
          class: 'import-list',
          children: deck.map((note) => _jsxs('li', { children: [_jsx(Icon, { name: 'warn' }), ' ', note] }, note)),
        }),
      notes.length > 0 &&
        _jsxs('details', {
          open: notes.length <= 8,
          children: [
            _jsxs('summary', {
              children: ['Notes on ', notes.length === 1 ? '1 slide' : `${String(notes.length)} slides`],
            }),
            _jsx('ol', {
              class: 'import-list',
              children: notes.map(({ source, slideId, notes: texts }) => {
                const slide = slides.find(({ id }) => id === slideId);
                return _jsxs(
                  'li',
                  {
                    children: [
                      slide
                        ? _jsxs('button', {
                            type: 'button',
                            class: 'link',
                            onClick: () => onChoose(slide.id),
                            children: ['Slide ', slide.position + 1],
                          })
                        : _jsxs('span', { children: ['Slide ', source, ' of the deck'] }),
                      _jsx('ul', { children: texts.map((text) => _jsx('li', { children: text }, text)) }),
                    ],
                  },
                  source,
                );
              }),
            }),
          ],
        }),
    ],
  });
}
