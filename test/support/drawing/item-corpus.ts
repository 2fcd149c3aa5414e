import type { DrawableItem } from '#engine/video/drawing/drawable-items.ts';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import type { SlideLayout } from '#engine/video/drawing/layout/layout-facts.ts';

/** Layouts that draw items. */
export const ITEM_LAYOUTS = [
  'cards',
  'process',
  'timeline',
  'comparison',
  'stats',
  'agenda',
  'team',
] as const satisfies readonly SlideLayout[];

const sentence = 'The keeper reviews every number twice while the sea breaks a window above the water and more. ';

const slide = (title: string, language: string, items: readonly DrawableItem[]): DrawableSlide => ({
  ...{ title, language, items, bullet_points: [], layout: 'auto', is_first: false, slide_number: 12 },
});

const repeated = (count: number, item: (index: number) => DrawableItem): DrawableItem[] =>
  Array.from({ length: count }, (_, index) => item(index));

/** Slides with items of every kind, by name. */
export const CORPUS_OF_ITEMS: Record<string, DrawableSlide> = {
  three: slide('Why the light stays on', 'en', [
    { title: 'Oil', text: 'Sixteen barrels for a winter.', figure: '16', date: 'May' },
    { title: 'Glass', text: 'Two panes break a year.', figure: '2', date: 'June', highlight: true },
    { title: 'Wages', text: 'Three keepers, in turns.', figure: '£ 1,250', date: 'July' },
  ]),
  one: slide('Alone', 'en', [{ title: 'One item' }]),
  longest: slide(
    'What the committee says about every single window of the tower',
    'en',
    repeated(6, (index) => ({
      title: `${index + 1} ${sentence}`.slice(0, 80),
      text: sentence.repeat(4).slice(0, 300),
      figure: '1,234,567,890 EUR/a',
      date: 'the first of September 1998 to today'.slice(0, 40),
    })),
  ),
  twelve: slide(
    'Twelve months',
    'en',
    repeated(12, (index) => ({
      title: `Month ${index + 1}`,
      text: 'Short and clear',
      figure: `${index * 7}`,
      date: `${1990 + index}`,
    })),
  ),
  unbroken: slide('Lange Wörter', 'de', [
    {
      title: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk',
      text: `https://example.com/${'path/'.repeat(20)}`,
    },
    { title: 'W'.repeat(40), text: 'W'.repeat(60) },
    { title: 'Rindfleischetikettierungsüberwachungsgesetz' },
    { title: 'Kurz' },
  ]),
  arabic: slide('مراحل المشروع', 'ar', [
    { title: 'التخطيط', text: 'تحديد الأهداف والميزانية version 2.0', date: '٢٠٢١', figure: '24%' },
    { title: 'التنفيذ', text: '+ بناء النموذج\n- اختباره مع العملاء', date: '٢٠٢٣', figure: '٪٣٥' },
    { title: 'الإطلاق', text: 'نشر المنتج للعملاء', date: '٢٠٢٦', figure: '3×', highlight: true },
  ]),
  japanese: slide('導入の流れ', 'ja', [
    { title: '計画', text: '目標と予算を決め、関係者と共有します。', date: '2024年', figure: '24％' },
    { title: '実行', text: '試作品を作り、利用者と一緒に確認します。', date: '2025年', figure: '3倍' },
    { title: '公開', text: 'お客様に提供し、意見を集めます。', date: '2026年', figure: '1億円' },
    { title: '改善', text: '毎月、見直します。', date: '2027年', figure: '0' },
  ]),
  hindi: slide('तिमाही परिणाम', 'hi', [
    { title: 'संयुक्ताक्षर: क्ष, त्र, ज्ञ', text: '₹1,25,000 की बचत।', figure: '₹1,25,000', date: 'मई 2026' },
    { title: 'श्रद्धा', text: 'हर महीने की समीक्षा', figure: '24%', date: 'जून 2026' },
  ]),
};
