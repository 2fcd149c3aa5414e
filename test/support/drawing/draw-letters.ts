import { createHash } from 'node:crypto';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';

type Words = Pick<DrawableSlide, 'language' | 'title' | 'bullet_points'> & Partial<DrawableSlide>;

/** Letters of every kind of file: usual and rare ones, italics, emoji, signs. */
const WORDS: readonly Words[] = [
  {
    language: 'ja',
    title: '髙﨑 鷗外 𠮟る 塡補',
    bullet_points: ['彅 剝 頰 鱻 龗 躾', 'カタカナ ①②③ ㌔ ㍿', '侮 祥 靖'],
  },
  { language: 'zh', title: '龘 靐 齉 爨 𰻞', bullet_points: ['囍 犇 骉 麤 鱻', '〇 ㎡ ㊣ ※', '饕餮 魑魅魍魎'] },
  {
    language: 'ko',
    title: '똠방각하 펲시콜라 뷁',
    bullet_points: ['갂갃 힣 쀍 쬁', '漢字 文化 大韓民國', 'ㄱㄴㄷ ㅿ ㆆ'],
  },
  {
    language: 'en',
    title: '🚀 👩‍💻 🏳️‍🌈 👍🏽 🇫🇷 1️⃣',
    bullet_points: ['❤️ ✔ ☂ 🫠 🦖', '*slanted* and **heavy** and ∑ ⠿', 'Ελλάς Việt Łódź'],
    markup: 'inline',
  },
];

/** Draws letters in all templates. @returns a digest of the pixels of each picture */
export async function handler(): Promise<string[]> {
  const painter = await createSlideAndCaptionPainter();
  const size = pictureDimensionsOfFormat('landscape', '480p');
  const digests: string[] = [];
  for (const template of BUILT_IN_TEMPLATES)
    for (const words of WORDS) {
      const slide: DrawableSlide = { layout: 'bullets', is_first: false, ...words };
      const { rgba } = await painter.paint(slide, size, template);
      digests.push(`${template.id} ${words.language} ${createHash('sha256').update(rgba).digest('hex')}`);
    }
  return digests;
}
