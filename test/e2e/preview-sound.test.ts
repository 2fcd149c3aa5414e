import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AccountMonthUsage } from '#features/accounts/usage.ts';
import { decodeAsPlayed } from '#test/support/audio/measure.ts';
import { loudnessOf } from '#test/support/audio/measure-speech.ts';
import { addUsage } from '#test/support/service/set-counters.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import { type Client, download, type ErrorBody } from '#test/support/service/start-service.ts';

interface Preview {
  characters: number;
  seconds_estimate: number;
  audio_url?: string;
}

const service = sharedService();
const usageOf = async (client: Client): Promise<AccountMonthUsage> =>
  (await client.ok<{ usage: AccountMonthUsage }>('GET', '/entitlements')).usage;
/** The address without its signature, which is new in each answer. */
const addressOf = ({ audio_url = '' }: Preview): string => audio_url.replace(/\?.*/, '');

it.each([
  ['en', 'The fair opens at 9:30 and costs $5.'],
  ['de', 'Die Messe beginnt um 9:30 Uhr und kostet 5 €.'],
])('POST /speech/preview?audio=true speaks %s once, and counts it once', async (language, text) => {
  const client = await service.account('pro');
  const { audio_url: none } = await client.ok<Preview>('POST', '/speech/preview', { text, language });
  expect(none).toBeUndefined();
  expect((await usageOf(client)).narration_characters).toBe(0);

  const first = await client.ok<Preview>('POST', '/speech/preview?audio=true', { text, language });
  const file = await download(first.audio_url ?? null, join(service.directory, `preview-${language}.wav`));
  const heard = { samples: await decodeAsPlayed(file), sampleRate: 48_000 };
  const seconds = heard.samples.length / heard.sampleRate;
  expect(seconds / first.seconds_estimate).toBeGreaterThan(0.6);
  expect(seconds / first.seconds_estimate).toBeLessThan(1.6);
  expect(Math.abs((await loudnessOf(heard)).integrated + 16)).toBeLessThan(1);

  const again = await client.ok<Preview>('POST', '/speech/preview?audio=true', { text, language });
  expect(addressOf(again)).toBe(addressOf(first));
  expect((await usageOf(client)).narration_characters).toBe(first.characters);
});

it('POST /speech/preview?audio=true is refused when the narration of the month is used up, and shows the words still', async () => {
  const client = await service.account('pro');
  const { limits } = await client.ok<{ limits: { narration_characters_per_month: number } }>('GET', '/entitlements');
  await addUsage(service, client.accountId, { narration_characters: limits.narration_characters_per_month - 2 });
  const { status, body } = await client.call<ErrorBody>('POST', '/speech/preview?audio=true', { text: 'Hello.' });
  expect([status, body.error.code, body.error.param]).toEqual([
    429,
    'quota_exceeded',
    'narration_characters_per_month',
  ]);
  expect((await client.call('POST', '/speech/preview', { text: 'Hello.' })).status).toBe(200);
});
