import { expect, it } from 'vitest';
import { brandReportSentence } from '#features/imports/brand-report-sentence.ts';

const brand = { template_id: 'tpl_1', name: 'Quarterly review', reused: false, logo: true };
const font = (part: 'heading' | 'body', deck: string, template: string) => ({ part, deck, template });

it('the line about a template names what it has of the deck, and each font that stands for another', () => {
  const fonts = [font('heading', 'Calibri', 'Inter'), font('body', 'Georgia', 'Source Serif 4')];
  expect(brandReportSentence({ ...brand, fonts })).toBe(
    'Template "Quarterly review" from the colours, fonts and logo of the deck (Inter for Calibri and Source Serif 4 for Georgia).',
  );
  const same = [font('heading', 'Calibri', 'Inter'), font('body', 'Calibri', 'Inter')];
  expect(brandReportSentence({ ...brand, logo: false, fonts: same })).toBe(
    'Template "Quarterly review" from the colours and fonts of the deck (Inter for Calibri).',
  );
  expect(brandReportSentence({ ...brand, reused: true, fonts: [font('body', 'inter', 'Inter')] })).toBe(
    'Template "Quarterly review" from the colours, fonts and logo of a deck with the same theme.',
  );
  expect(brandReportSentence({ ...brand, logo: false, fonts: [] })).toBe(
    'Template "Quarterly review" from the colours of the deck.',
  );
});
