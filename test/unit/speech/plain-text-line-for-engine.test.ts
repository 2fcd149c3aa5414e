import { expect, test } from 'vitest';
import { plainTextLineForEngine } from '#engine/speech/engines/plain-text-line-for-engine.ts';

test.each([
  ['phoneme input is taken apart', 'say [[h@l@U]] [[[x', 'say [ [h@l@U]] [ [ [x'],
  ['control characters go', 'a\u0001100Sb\u0000c', 'a 100Sb c'],
  ['line breaks go', 'a\nb\r\u2028c', 'a b c'],
  ['private-use characters go', 'a\ue020b', 'a b'],
  ['noncharacters go, of every plane', 'a\ufffeb\uffffc\ufdd0d\u{1fffe}e\u{10ffff}f', 'a b c d e f'],
  ['characters that are not yet assigned stay', 'a\u{1fffd}b', 'a\u{1fffd}b'],
  ['emoji go, whatever they are made of', 'Great 🎉👩‍👩‍👧‍👦 work 🇫🇷👍🏽❤️!', 'Great work !'],
  ['a keycap keeps its digit', 'Step 1️⃣ now', 'Step 1 now'],
  ['signs that only can be emoji stay', 'Acme™ © 5 # *', 'Acme™ © 5 # *'],
  ['joiners within words stay', 'क्‍ष می‌خواهم', 'क्‍ष می‌خواهم'],
  ['markup stays text', '<b>-v de & @file</b>', '<b>-v de & @file</b>'],
])('%s', (_, written, spoken) => {
  expect(plainTextLineForEngine(written)).toBe(spoken);
});
