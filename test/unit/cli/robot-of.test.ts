import { describe, expect, it } from 'vitest';
import { findRobotEngineOfTimeline } from '#cli/robot-of.ts';

type Timeline = Awaited<ReturnType<Parameters<typeof findRobotEngineOfTimeline>[0]['getTimeline']>>;

describe('the robot that speaks a deck', () => {
  it.each<
    [engine: string, language: string, voice: string | null, option: string | undefined, robot: string | undefined]
  >([
    ['natural', 'en', null, undefined, undefined],
    ['natural', 'en-GB', null, undefined, undefined],
    ['natural', 'de', null, undefined, 'espeak-ng'],
    ['natural', 'en', 'en-gb+f3', undefined, 'espeak-ng'],
    ['natural', 'en', 'en-gb+f3', 'heart', undefined],
    ['espeak-ng', 'en', null, undefined, 'espeak-ng'],
    ['polly', 'de', null, undefined, undefined],
    ['command', 'de', null, undefined, undefined],
  ])('with the engine %s, %s, the voice %s and --voice %s is %s', async (engine, language, voice, option, robot) => {
    const client = { getTimeline: () => Promise.resolve({ language, voice } as Timeline) };
    const options = option === undefined ? {} : { voice: option };
    expect(await findRobotEngineOfTimeline(client, { timeline_id: 'tl_1' }, options, engine)).toBe(robot);
  });
});
