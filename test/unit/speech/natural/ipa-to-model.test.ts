import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ipaToModel } from '#engine/speech/natural/phonemes/ipa-to-model.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';
import { NATURAL_FOLDER } from '#test/support/speech/natural-data.ts';

describe('ipaToModel', () => {
  it.each([
    // The right column is what the lexicon of the voice has for the word.
    ['/həˈloʊ/', 'həlˈO'],
    ['kæt', 'kˈæt'],
    ['ˈlɪɾɚ', 'lˈɪTəɹ'],
    ['t͡ʃɝt͡ʃ', 'ʧˈɜɹʧ'],
    ['tʃɜːtʃ', 'ʧˈɜɹʧ'],
    ['ˈd͡ʒʌd͡ʒ.mənt', 'ʤˈʌʤmənt'],
    ['ˈbʌtn̩', 'bˈʌtᵊn'],
    ['[ɡɪˈtɑːɹ]', 'ɡɪtˈɑɹ'],
    ['ˌkuːbərˈnetiːz', 'kˌubəɹnˈɛtiz'],
    ['kwaˈsɑ̃', 'kwɑsˈɑn'],
    ['bɔɪ', 'bˈY'],
    ['haʊ', 'hˈW'],
    ['kaˈfe', 'kɑfˈA'],
    ['ðə', 'ðə'],
    ['ʌv ðə ˈɹoʊd', 'ʌv ðə ɹˈOd'],
    ['', ''],
  ])('maps %s', (ipa, phonemes) => {
    expect(ipaToModel(ipa)).toEqual({ phonemes, unknown: [] });
  });

  it('says which signs it does not know', () => {
    expect(ipaToModel('ˈt7ɪK😀k7')).toEqual({ phonemes: 'tˈɪk', unknown: ['7', 'K', '😀'] });
  });

  it('gives only phonemes that the model has', () => {
    const vocabulary = parseJson(
      z.record(z.string(), z.int()),
      readFileSync(join(NATURAL_FOLDER, 'vocab.json'), 'utf8'),
    );
    const signs = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code));
    const mapped = signs.map((sign) => ipaToModel(`ˈ${sign}a ${sign}`).phonemes).join('');
    expect([...mapped].filter((one) => !Object.hasOwn(vocabulary, one))).toEqual([]);
  });
});
