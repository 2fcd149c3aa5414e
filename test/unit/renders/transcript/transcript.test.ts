import { describe, expect, it } from 'vitest';
import { planSlideTimes } from '#features/renders/build-render-plan.ts';
import { getTranscriptContract } from '#features/renders/contract.ts';
import { planRender } from '#features/renders/plan/render-plan.ts';
import type { Render } from '#features/renders/render.ts';
import { getTranscript } from '#features/renders/transcript/get-transcript.ts';
import type { Transcript, TranscriptFormat } from '#features/renders/transcript/transcript.ts';
import { formatTranscriptHtmlPage } from '#features/renders/transcript/transcript-html-page.ts';
import { formatTranscriptMarkdown } from '#features/renders/transcript/transcript-markdown.ts';
import { transcriptOfPlan } from '#features/renders/transcript/transcript-of-plan.ts';
import { formatClockTime, formatTranscriptText } from '#features/renders/transcript/transcript-text.ts';
import { createSuccessResponse } from '#front/api/http-response.ts';
import { TextAnswer } from '#kernel/contract/text-answer.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { START, samplePrincipal, sampleRender, sampleSlide } from '#test/support/samples/entities.ts';

const settings = {
  title: 'Quarterly <review>',
  template_id: 'plain',
  language: 'en',
  transition: { type: 'none', duration_seconds: 0 },
  format: 'landscape',
  resolution: '480p',
  metadata: {},
} as const;

const hostile: Transcript = {
  title: '# <b>Title</b> & *more*',
  language: 'en',
  duration_seconds: 3700,
  slides: [
    { title: '1. First\nline', start_seconds: 0, end_seconds: 3661.5, sentences: [] },
    {
      title: '[x](https://example.com)',
      start_seconds: 3661.5,
      end_seconds: 3700,
      sentences: [
        { text: '- <script>alert(1)</script>', start_seconds: 3662, end_seconds: 3663, speaker: null },
        { text: 'It costs $5 & "more".', start_seconds: 3663, end_seconds: 3664, speaker: null },
      ],
    },
  ],
};

describe('a transcript', () => {
  it('has the titles of slides and what is said, with the times of the video', () => {
    const slides = [
      sampleSlide({ title: '**Bold** start', markup: 'inline', speaker_notes: 'x' }),
      sampleSlide({ title: '', speaker_notes: '' }),
      sampleSlide({ title: 'End', speaker_notes: 'y', duration_seconds: 3, cut_speech: true }),
    ];
    const spoken = (hash: string, ...said: [string, number, number][]) => ({
      ...{ hash, key: hash, duration_seconds: said.at(-1)?.[2] ?? 0 },
      sentences: said.map(([text, start_seconds, end_seconds]) => ({ text, start_seconds, end_seconds })),
    });
    const render = sampleRender({ output: { ...sampleRender().output, fps: 30 } });
    const timeLine = planSlideTimes(render, { settings, slides }, [
      spoken('a', ['Hello.', 0, 1], ['All of you.', 1.4, 4]),
      undefined,
      spoken('b', ['Cut at its end.', 0, 9], ['Never heard.', 9, 10]),
    ]);
    const plan = planRender({
      ...{ timeLine, film: 'f', name: () => 'n', shotCost: () => 1, exists: () => true, isReused: () => false },
    });
    const { slides: listed, ...head } = transcriptOfPlan(plan, { settings, slides });
    expect(head).toEqual({ title: 'Quarterly <review>', language: 'en', duration_seconds: plan.frames / 30 });
    expect(listed.map(({ title }) => title)).toEqual(['Bold start', 'Slide 2', 'End']);
    expect(listed[0]?.sentences).toEqual([
      { text: 'Hello.', start_seconds: 0.3, end_seconds: 1.3, speaker: null },
      { text: 'All of you.', start_seconds: 1.7, end_seconds: 4.3, speaker: null },
    ]);
    expect(listed[1]?.sentences).toEqual([]);
    const [cut, ...others] = listed[2]?.sentences ?? [];
    expect(others).toEqual([]);
    expect(cut?.end_seconds).toBeCloseTo(listed[2]?.end_seconds ?? 0, 2);
    for (const [index, slide] of listed.entries())
      expect(slide.start_seconds).toBe(index === 0 ? 0 : listed[index - 1]?.end_seconds);
  });

  it.each([
    [0, '0:00'],
    [65.9, '1:05'],
    [3599.999, '59:59'],
    [3661.5, '1:01:01'],
  ])('shows %d s as %s', (seconds, text) => {
    expect(formatClockTime(seconds)).toBe(text);
  });

  it('is plain text with a paragraph for each slide', () => {
    expect(formatTranscriptText(hostile)).toBe(
      '# <b>Title</b> & *more*\n\n[0:00] 1. First line\n\n[1:01:01] [x](https://example.com)\n- <script>alert(1)</script> It costs $5 & "more".\n',
    );
  });

  it('is Markdown in which no text is a mark', () => {
    expect(formatTranscriptMarkdown(hostile)).toBe(
      '# \\# \\<b\\>Title\\</b\\> \\& \\*more\\*\n\n## 0:00 1\\. First line\n\n## 1:01:01 \\[x\\](https://example.com)\n\n\\- \\<script\\>alert(1)\\</script\\> It costs $5 \\& "more".\n',
    );
  });

  it('is a page in the direction of its language, without elements of clients', () => {
    const page = formatTranscriptHtmlPage({ ...hostile, language: 'ar' });
    expect(page).toContain('<html lang="ar" dir="rtl">');
    expect(page.match(/<script|<b>/g)).toBeNull();
    expect(page).toContain('<p>- &lt;script&gt;alert(1)&lt;/script&gt; It costs $5 &amp; &quot;more&quot;.</p>');
    expect(page).toContain('<time datetime="PT3661.5S">1:01:01</time>');
  });

  it('has a paragraph for each speaker in turn', () => {
    const sentences = [
      ['Anna', 'Hello.'],
      ['Anna', 'Ready?'],
      ['Ben', 'Yes.'],
    ].map(([speaker = '', text = '']) => ({ text, start_seconds: 0, end_seconds: 1, speaker }));
    const dialogue = { ...hostile, slides: [{ title: 'Talk', start_seconds: 0, end_seconds: 2, sentences }] };
    expect(formatTranscriptText(dialogue)).toContain('[0:00] Talk\nAnna: Hello. Ready?\nBen: Yes.\n');
    expect(formatTranscriptMarkdown(dialogue)).toContain('\n\nAnna: Hello. Ready?\n\nBen: Yes.\n');
    expect(formatTranscriptHtmlPage(dialogue)).toContain('<p>Anna: Hello. Ready?</p>\n<p>Ben: Yes.</p>');
  });

  it('joins sentences of languages without spaces without one', () => {
    const said = ['本日は。', '報告します。'].map((text) => ({
      ...{ text, start_seconds: 0, end_seconds: 1, speaker: null },
    }));
    const slides = [{ title: '一', start_seconds: 0, end_seconds: 2, sentences: said }];
    expect(formatTranscriptText({ ...hostile, language: 'ja', slides })).toContain('\n本日は。報告します。\n');
  });
});

describe('GET /renders/:id/transcript', () => {
  const principal = samplePrincipal({});
  const files = memoryFileStore();
  files.files.set('t', Buffer.from(JSON.stringify(hostile)));
  const result = { video_key: 'v', transcript_key: 't', size_bytes: 1, duration_seconds: 1 };
  const completed = (over: Partial<Render> = {}) => sampleRender({ status: 'completed', result, ...over });
  const ask = (render: Render | undefined, format: TranscriptFormat = 'json') =>
    getTranscript({ renders: { find: async () => render }, files, clock: () => START }, principal, 'rn_1', format);

  it('answers the stored transcript in each form', async () => {
    expect(await ask(completed())).toEqual(hostile);
    for (const [format, media, start] of [
      ['txt', 'text/plain', '# <b>'],
      ['md', 'text/markdown', '# \\#'],
      ['html', 'text/html', '<!doctype html>'],
    ] as const) {
      const answer = await ask(completed(), format);
      if (!(answer instanceof TextAnswer)) throw new Error('the answer is JSON');
      expect(answer.media).toBe(`${media}; charset=utf-8`);
      expect(answer.text.startsWith(start)).toBe(true);
      const response = createSuccessResponse(getTranscriptContract, answer, 'req_1');
      expect(response.headers['content-type']).toBe(`${media}; charset=utf-8`);
      expect(response.body).toBe(answer.text);
    }
  });

  it.each([
    ['is not completed', sampleRender({ status: 'rendering' }), /not completed \(status: rendering\)/],
    ['lost its files', completed({ files_deleted_at: START.toISOString() }), /files of the render were deleted/],
    ['is older than its files are kept', completed({ expires_at: '2000-01-01T00:00:00.000Z' }), /any more/],
    ['is of an earlier version', completed({ result: { ...result, transcript_key: undefined } }), /any more/],
    ['has a file that is gone', completed({ result: { ...result, transcript_key: 'gone' } }), /any more/],
  ])('says why there is none of a render that %s', async (_, render, message) => {
    await expect(ask(render)).rejects.toMatchObject({ code: 'transcript_not_found', status: 404 });
    await expect(ask(render)).rejects.toThrow(message);
  });

  it('knows no render of others', async () => {
    await expect(ask(undefined)).rejects.toMatchObject({ code: 'render_not_found' });
  });
});
