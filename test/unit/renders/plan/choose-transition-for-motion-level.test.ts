import { describe, expect, it } from 'vitest';
import {
  chooseTransitionForMotionLevel,
  decideTransitionIntoSlide,
} from '#features/renders/plan/choose-transition-for-motion-level.ts';
import { BUILT_IN_TEMPLATE_IDS } from '#features/templates/public.ts';

const UNSAID = { type: 'none', duration_seconds: 0 } as const;
const plain = { motion: 'calm', template: 'plain' } as const;

describe('the transition into a slide', () => {
  it.each(BUILT_IN_TEMPLATE_IDS)('of %s has a calm and a lively one of at most 0.8 s, which differ', (template) => {
    const [calm, lively] = (['calm', 'lively'] as const).map((motion) =>
      chooseTransitionForMotionLevel({ motion, template }),
    );
    expect(calm).not.toEqual(lively);
    for (const transition of [calm, lively]) {
      expect(transition).toMatchObject({ mayMorph: true });
      expect(transition?.type).not.toBe('none');
      expect(transition?.duration_seconds).toBeGreaterThanOrEqual(0.4);
      expect(transition?.duration_seconds).toBeLessThanOrEqual(0.8);
    }
  });

  it('is a cut without a motion, as before', () => {
    expect(decideTransitionIntoSlide({}, UNSAID, { ...plain, motion: 'none' })).toEqual(UNSAID);
  });

  it('is that of the template where neither slide nor timeline says one', () => {
    expect(decideTransitionIntoSlide({}, UNSAID, plain)).toEqual(chooseTransitionForMotionLevel(plain));
    expect(decideTransitionIntoSlide({}, UNSAID, { ...plain, template: 'poster' })).not.toEqual(
      chooseTransitionForMotionLevel(plain),
    );
  });

  it('is that of the slide, else that of the timeline, also a cut that was asked for', () => {
    const wipe = { type: 'wipe', duration_seconds: 1 } as const;
    const cut = { type: 'none', duration_seconds: 0.5 } as const;
    expect(decideTransitionIntoSlide({ transition: wipe }, cut, plain)).toEqual(wipe);
    expect(decideTransitionIntoSlide({ transition: UNSAID }, wipe, plain)).toEqual(UNSAID);
    expect(decideTransitionIntoSlide({}, cut, plain)).toEqual(cut);
  });

  it('is chosen for auto, in the length that was asked for, also without a motion', () => {
    const auto = { type: 'auto', duration_seconds: 0.7 } as const;
    const place = { motion: 'none', template: 'technical' } as const;
    const chosen = { ...chooseTransitionForMotionLevel(place), duration_seconds: 0.7 };
    expect(decideTransitionIntoSlide({ transition: auto }, UNSAID, place)).toEqual(chosen);
    expect(decideTransitionIntoSlide({}, auto, place)).toEqual(chosen);
  });
});
