import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { TableEntityType } from '#adapters/aws/table/keys.ts';
import { FILE_LIFETIMES, fileKeyPrefixesOfAccount, ITEM_LIFETIMES } from '#kernel/shared/lifetimes.ts';
import { storageKeys, timelineFilesPrefix, timelineSnapshotsPrefix } from '#kernel/shared/storage-keys.ts';
import { type Lifetime, lifetimeTable } from '#test/support/docs/lifetime-table.ts';
import { lifecycleRules } from '#test/support/stack/serverless-file.ts';

/** One of every kind of file. */
const KEYS: Record<keyof typeof storageKeys, string> = {
  slideImage: storageKeys.slideImage('acc', 'tl', 'token', 'png'),
  backgroundAudio: storageKeys.backgroundAudio('acc', 'tl', 'token'),
  recording: storageKeys.recording('acc', 'tl', 'token'),
  font: storageKeys.font('acc', 'token', 'ttf'),
  clientsFont: storageKeys.clientsFont('acc', 'token', 'woff2'),
  logo: storageKeys.logo('acc', 'token', 'png'),
  customTemplatePreview: storageKeys.customTemplatePreview('acc', 1, 'hash', 'name'),
  templatePreview: storageKeys.templatePreview('plain', 'hash', 'name'),
  voiceSample: storageKeys.voiceSample('engine', 'hash'),
  upload: storageKeys.upload('acc', 'up'),
  slideTiles: storageKeys.slideTiles('acc', 'tl'),
  slideMeasures: storageKeys.slideMeasures('acc', 'tl'),
  importedFile: storageKeys.importedFile('acc', 'imp', 'deck'),
  importBefore: storageKeys.importBefore('acc', 'imp'),
  reportTiles: storageKeys.reportTiles('acc', 'tl'),
  undecoded: storageKeys.undecoded('acc', 'token'),
  footage: storageKeys.footage('acc', 'tl', 'token'),
  footageSound: storageKeys.footageSound('acc', 'tl', 'token'),
  decodedSound: storageKeys.decodedSound('acc', 'token'),
  decodedPoster: storageKeys.decodedPoster('acc', 'token'),
  decoded: storageKeys.decoded('acc', 'token'),
  snapshot: storageKeys.snapshot('acc', 'tl', 'rn'),
  frozenBatch: storageKeys.frozenBatch('acc', 'tl', 'bat'),
  plan: storageKeys.plan('acc', 'rn', 'token'),
  spoken: storageKeys.spoken('acc', 'rn', 'token'),
  artifacts: storageKeys.artifacts('acc', 'token', 'name'),
  encodedSpeech: storageKeys.encodedSpeech('acc', 'artifact'),
  output: storageKeys.output(90, 'acc', 'rn', 'token', 'video.mp4'),
  spokenPreview: storageKeys.spokenPreview('acc', 'hash'),
  speech: storageKeys.speech('acc', 'hash'),
  answer: storageKeys.answer('acc', 'token'),
};
const SHARED: readonly string[] = ['templatePreview', 'voiceSample'];

describe('the table of lifetimes', () => {
  it('has exactly one prefix for every kind of file, and names its account right after it unless all share it', () => {
    for (const [kind, key] of Object.entries(KEYS)) {
      const found = Object.keys(FILE_LIFETIMES).filter((prefix) => key.startsWith(prefix));
      expect(found, kind).toHaveLength(1);
      const ofAccount = fileKeyPrefixesOfAccount('acc').filter((prefix) => key.startsWith(prefix));
      expect(ofAccount, kind).toEqual(SHARED.includes(kind) ? [] : [`${found[0]}acc/`]);
    }
    const used = Object.values(KEYS).concat(storageKeys.output(30, 'acc', 'rn', 'token', 'video.mp4'));
    for (const prefix of Object.keys(FILE_LIFETIMES))
      expect(
        used.some((key) => key.startsWith(prefix)),
        prefix,
      ).toBe(true);
  });

  it('has the files of a timeline, and its snapshots, under their own prefixes', () => {
    for (const key of [KEYS.slideImage, KEYS.backgroundAudio, KEYS.recording])
      expect(key.startsWith(timelineFilesPrefix('acc', 'tl'))).toBe(true);
    expect(KEYS.snapshot.startsWith(timelineSnapshotsPrefix('acc', 'tl'))).toBe(true);
  });

  it('is what the lifecycle rules of the bucket say: no rule more, none less', () => {
    const wanted = Object.entries<Lifetime>(FILE_LIFETIMES).flatMap(([prefix, { days }]) =>
      days === undefined ? [] : [[prefix, days, 'Enabled']],
    );
    const rules = lifecycleRules
      .filter(({ ExpirationInDays }) => ExpirationInDays !== undefined)
      .map(({ Prefix, ExpirationInDays, Status }) => [Prefix, ExpirationInDays, Status]);
    expect(rules.sort()).toEqual(wanted.sort());
  });

  it('says of each kind of item and file what ends it', () => {
    const entities: Record<TableEntityType, Lifetime> = ITEM_LIFETIMES;
    for (const [name, { removed_when, seconds }] of Object.entries(entities))
      expect(removed_when !== undefined || seconds !== undefined, name).toBe(true);
    for (const [prefix, { days, removed_when, of_account }] of Object.entries<Lifetime>(FILE_LIFETIMES))
      expect(days !== undefined || removed_when !== undefined || of_account === false, prefix).toBe(true);
  });

  it.each([
    ['files', lifetimeTable('prefix', FILE_LIFETIMES)],
    ['items', lifetimeTable('item', ITEM_LIFETIMES)],
  ])('is shown by the guide: %s', (name, shown) => {
    const guide = readFileSync(new URL('../../../lib/front/docs/guides/data.md', import.meta.url), 'utf8');
    const [, part = ''] = guide.split(`<!-- ${name}: made from lib/kernel/shared/lifetimes.ts -->\n`);
    expect(part.split('\n<!-- end -->')[0]).toBe(shown);
  });
});
