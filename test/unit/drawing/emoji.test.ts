import { describe, expect, it } from 'vitest';
import { type EmojiSet, splitTextAtEmoji } from '#engine/video/drawing/text/emoji.ts';

const names = ['1f680', '2764', '1f1eb-1f1f7', '31-20e3', '1f44d', '1f469', '1f4bb', '1f441-200d-1f5e8', '2714'];
const set: EmojiSet = { has: (name) => names.includes(name), read: async () => new Uint8Array() };
const everyFont = (): boolean => true;
const noFont = (): boolean => false;
const split = (text: string, drawable = everyFont) => splitTextAtEmoji(text, set, drawable);

describe('splitting emoji from text', () => {
  it('takes emoji out and leaves text together', () => {
    expect(split('Ship it 🚀 now')).toEqual([{ text: 'Ship it ' }, { emoji: '1f680' }, { text: ' now' }]);
  });

  it('knows flags and keycaps', () => {
    expect(split('🇫🇷1️⃣')).toEqual([{ emoji: '1f1eb-1f1f7' }, { emoji: '31-20e3' }]);
  });

  it('leaves digits, signs and © as text', () => {
    expect(split('1 # © ™')).toEqual([{ text: '1 # © ™' }]);
  });

  it('draws ❤ as text unless it asks to be an emoji', () => {
    expect(split('❤')).toEqual([{ text: '❤' }]);
    expect(split('❤\ufe0f')).toEqual([{ emoji: '2764' }]);
    expect(split('❤\ufe0e')).toEqual([{ text: '❤\ufe0e' }]);
  });

  it('draws a sign that no font has as an emoji', () => {
    expect(split('✔', noFont)).toEqual([{ emoji: '2714' }]);
  });

  it('finds joined sequences whose file name lacks the variation selectors', () => {
    expect(split('👁️‍🗨️')).toEqual([{ emoji: '1f441-200d-1f5e8' }]);
  });

  it('falls back to the emoji without skin tone, then to the parts of a sequence', () => {
    expect(split('👍🏿')).toEqual([{ emoji: '1f44d' }]);
    expect(split('👩🏽‍💻')).toEqual([{ emoji: '1f469' }, { emoji: '1f4bb' }]);
  });

  it('leaves no hole for an emoji without any picture', () => {
    expect(split('a🫨b', noFont)).toEqual([{ text: 'ab' }]);
  });
});
