import { describe, expect, it } from 'vitest';
import type { AgentTool, ToolContext } from '#front/agents/define-agent-tool.ts';
import { previewSpeechTool } from '#front/agents/tools/speech-tool.ts';
import { getTranscriptTool } from '#front/agents/tools/transcript-tool.ts';

const answering = (answer: object): ToolContext => ({
  call: async () => answer,
  progress: async () => undefined,
  wait: async (look, { seen }) => seen ?? look(),
});

interface Answer {
  slides: { slide: number; title: string; said: string }[];
  spoken: string;
  next: string;
}
const answerOf = async (tool: AgentTool, input: object, answer: object): Promise<Answer> =>
  (await tool.run(input, answering(answer))).data as Answer;

const sentence = (text: string, speaker: string | null = null) => ({ text, start_seconds: 0, end_seconds: 1, speaker });
const slide = (title: string, sentences: object[]) => ({ title, start_seconds: 0, end_seconds: 9, sentences });
const transcript = (slides: object[]) => ({ title: 'T', language: 'en', duration_seconds: 9, slides });

it('asks for the sound of a preview only when it is wanted, and shows its address', async () => {
  const asked: object[] = [];
  const sound = { spoken: 'Hi.', characters: 3, seconds_estimate: 1, audio_url: 'https://files.example/a.wav' };
  const context: ToolContext = {
    ...answering(sound),
    async call(_, request) {
      asked.push(request ?? {});
      return sound;
    },
  };
  const { data } = await previewSpeechTool.run({ text: 'Hi.', audio: true }, context);
  await previewSpeechTool.run({ text: 'Hi.' }, context);
  expect(data).toMatchObject({ audio_url: sound.audio_url });
  expect(asked).toEqual([{ body: { text: 'Hi.' }, query: { audio: 'true' } }, { body: { text: 'Hi.' } }]);
});

describe('the transcript that models get', () => {
  it('names a speaker where it changes', async () => {
    const said = [sentence('Who?', 'Anna'), sentence('I.', 'Ben'), sentence('Since May.', 'Ben'), sentence('So.')];
    const { slides, next } = await answerOf(getTranscriptTool, { render_id: 'rn_1' }, transcript([slide('One', said)]));
    expect(slides).toEqual([
      { slide: 1, title: 'One', start_seconds: 0, end_seconds: 9, said: 'Anna: Who? Ben: I. Since May. So.' },
    ]);
    expect(next).toBe('This is the end.');
  });

  it('comes in parts of at most 20,000 characters, in which each slide is once', async () => {
    const whole = transcript(
      Array.from({ length: 40 }, (_, index) =>
        slide(`Slide ${String(index + 1)}`, [sentence('A "word". '.repeat(150))]),
      ),
    );
    const titles: string[] = [];
    for (let from = 1; from <= 40; ) {
      const answer = await answerOf(getTranscriptTool, { render_id: 'rn_1', from_slide: from }, whole);
      expect(JSON.stringify(answer).length).toBeLessThanOrEqual(20_000);
      titles.push(...answer.slides.map(({ title }) => title));
      from = (answer.slides.at(-1)?.slide ?? 40) + 1;
      if (from <= 40) expect(answer.next).toContain(`from_slide ${String(from)}`);
    }
    expect(titles).toEqual(Array.from({ length: 40 }, (_, index) => `Slide ${String(index + 1)}`));
  });

  it('has the beginning of a slide that alone is too long', async () => {
    const answer = await answerOf(
      getTranscriptTool,
      { render_id: 'rn_1' },
      transcript([slide('Long', [sentence('"\n'.repeat(20_000))]), slide('Next', [])]),
    );
    expect(JSON.stringify(answer).length).toBeLessThanOrEqual(20_000);
    expect([answer.slides.length, answer.slides[0]?.said.endsWith('…')]).toEqual([1, true]);
    expect(answer.next).toContain('from_slide 2');
  });
});

it('spoken words that models get have at most 20,000 characters', async () => {
  const preview = (spoken: string) => ({ spoken, sentences: [spoken], characters: 9, seconds_estimate: 1 });
  const short = await answerOf(previewSpeechTool, { text: '10x' }, preview('ten times'));
  expect(short).toMatchObject({ spoken: 'ten times', characters: 9, seconds_estimate: 1 });
  const long = await answerOf(previewSpeechTool, { text: '10x' }, preview('ten times '.repeat(9000)));
  expect(JSON.stringify(long).length).toBeLessThanOrEqual(20_000);
  expect(long.next).toContain('shorter text');
});
