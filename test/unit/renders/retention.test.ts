import { describe, expect, it } from 'vitest';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { fileRetentionDaysOfRender } from '#features/renders/render.ts';
import { toRenderAnswer } from '#features/renders/view.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { START, sampleRender, secondsAfter } from '#test/support/samples/entities.ts';
import { lifecycleRules } from '#test/support/stack/serverless-file.ts';

const DAY = 86_400;

describe('the files of a render', () => {
  it.each(Object.entries(ENTITLEMENTS))(
    'are deleted by their own rule when the plan %s keeps them no longer',
    (_, plan) => {
      const days = plan.output_retention_days;
      const rules = lifecycleRules.map(({ Prefix, ExpirationInDays }) => [Prefix, ExpirationInDays]);
      const render = sampleRender({
        expires_at: secondsAfter(days * DAY).toISOString(),
        created_at: START.toISOString(),
      });
      const key = storageKeys.output(fileRetentionDaysOfRender(render), 'acc', 'rn', 'token', 'video.mp4');
      expect(rules.filter(([prefix]) => prefix !== undefined && key.startsWith(String(prefix)))).toEqual([
        [`outputs/${days}d/`, days],
      ]);
    },
  );

  it('have addresses until then, and none afterwards', async () => {
    const files = { presignGet: async (key: string) => `https://example.com/${key}` };
    const render = sampleRender({
      status: 'completed',
      result: { video_key: 'video', poster_key: 'poster', size_bytes: 9, duration_seconds: 1 },
      created_at: START.toISOString(),
      expires_at: secondsAfter(30 * DAY).toISOString(),
    });
    const { output } = await toRenderAnswer(render, files, secondsAfter(30 * DAY - 1));
    expect([output.url, output.poster_url]).toEqual(['https://example.com/video', 'https://example.com/poster']);
    const after = await toRenderAnswer(render, files, secondsAfter(30 * DAY));
    expect(after.output).toMatchObject({
      url: null,
      url_expires_at: null,
      download_url: null,
      poster_url: null,
      size_bytes: 9,
      duration_seconds: 1,
    });
  });
});
