import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openPdf } from '#engine/deck-reading/pdf/pdf-document.ts';
import { readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';

/** Made by LibreOffice 7.4 Impress, of our deck: as PPTX and as PDF. */
const fixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, '../../fixtures/decks', name));
const TITLES = [
  'The lighthouse keeper',
  'What the year brings',
  'Visitors by season',
  'Oil burned, litres',
  'ملاحظات الحارس',
  'The rock',
];

describe('a deck of LibreOffice Impress', () => {
  it('comes with its titles, points, table, chart, picture and notes', async () => {
    const { deck } = await readPptx(fixture('impress.pptx'), { maxSlides: 20 });
    expect(deck.slides.map(({ content }) => content.title)).toEqual(TITLES);
    expect(deck.slides).toMatchObject([
      { content: { bullet_points: ['A year on the rock'], speaker_notes: 'Welcome. This deck was made for tests.' } },
      {
        content: {
          bullet_points: [
            'Storms from October',
            'The boat comes twice a month',
            'Seals in June',
            'Two thousand visitors',
          ],
          bullet_levels: [0, 1, 0, 0],
          speaker_notes: 'Storms come first.\nThen the seals.',
        },
      },
      // It marks no header.
      {
        content: {
          table: {
            rows: [
              ['Season', 'Visitors', 'Days open'],
              ['Spring', '310', '48'],
              ['Summer', '1,420', '92'],
              ['Autumn', '270', '31'],
            ],
          },
        },
      },
      {
        content: {
          chart: {
            type: 'column',
            categories: ['2021', '2022', '2023', '2024'],
            series: [
              { name: 'Lamp', values: [820, 700, 560, 410] },
              { name: 'Heating', values: [400, 390, 380, 300] },
            ],
          },
        },
      },
      { content: { bullet_points: ['الضوء كل عشر ثوان', 'القارب مرتين في الشهر'] } },
      { pictures: 1 },
    ]);
  });

  it('has the same pages as PDF', async () => {
    const pdf = await openPdf(fixture('impress.pdf'));
    expect(pdf.pages).toBe(TITLES.length);
    const { text } = await pdf.readPage(1, 320);
    expect(text).toContain('What the year brings');
  });
});
