import { describe, expect, it } from 'vitest';
import {
  decideSpeechSynthesisStart,
  type SpeechToStart,
} from '#adapters/aws/narration/decide-speech-synthesis-start.ts';
import type { RenderReservation } from '#adapters/aws/renders/render-reservation-repository.ts';

const reservation = (change: Partial<RenderReservation> = {}): RenderReservation => ({
  render_seconds: 60,
  narration_characters: 100,
  changes: 3,
  limits: { render_seconds: 600, narration_characters: 1000 },
  under_way: {},
  is_spoken: false,
  ...change,
});
const underWay = (claim: number) => ({ under_way: { 4: { characters: 30, claim } } });
const wanted = (change: Partial<SpeechToStart> = {}): SpeechToStart => ({
  slide: { account_id: 'acc_1', id: 'rn_1', slide: 4 },
  characters: 40,
  claim: 2,
  isMade: false,
  ...change,
});

const conflict = (reason: RegExp) => ({ step: 'conflict', reason: expect.stringMatching(reason) });

describe('speech that could not be started', () => {
  it.each([
    ['conflicts when the render has ended', undefined, {}, conflict(/no more speech/)],
    ['conflicts when all is spoken', { is_spoken: true }, {}, conflict(/no more speech/)],
    ['proceeds when this attempt began it', underWay(2), {}, { step: 'proceed', characters: 30 }],
    ['conflicts when a later attempt began it', underWay(3), {}, conflict(/later attempt/)],
    [
      'is taken over from a later attempt when it is made',
      underWay(3),
      { isMade: true },
      { step: 'take over', characters: 30 },
    ],
    ['is taken over from an earlier attempt', underWay(1), {}, { step: 'take over', characters: 30 }],
    ['costs nothing when the slide is paid for', { paid: new Set(['4']) }, {}, { step: 'proceed', characters: 0 }],
    ['costs nothing when nothing is left', { narration_characters: 0 }, {}, { step: 'proceed', characters: 0 }],
    ['begins with what is left when that is less', { narration_characters: 10 }, {}, { step: 'begin', characters: 10 }],
    ['conflicts when the reservation has room for it now', {}, {}, conflict(/has changed/)],
    [
      'does not mind the speech of another slide',
      { under_way: { 5: { characters: 1, claim: 9 } } },
      {},
      conflict(/has changed/),
    ],
  ] as const)('%s', (_, present, change, expected) => {
    expect(
      decideSpeechSynthesisStart(present && reservation(present as Partial<RenderReservation>), wanted(change)),
    ).toEqual(expected);
  });
});
