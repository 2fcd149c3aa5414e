import { describe, expect, it } from 'vitest';
import { checkFiles } from '#test/lint/checks.ts';
import { findRiddles, RIDDLES } from '#test/lint/riddles.ts';

/** A phrase that each pattern refuses, in the order of the table, and a plain one that it leaves alone. */
const SAMPLES: readonly (readonly [riddle: string, plain: string])[] = [
  ['A message is hidden for so long, in seconds.', 'A lease lasts so long that a render fits.'],
  ['Captions, as few as can be.', 'A pause lasts as long as the sentence.'],
  ['Encodes as many as there are cores.', 'Encodes as many frames as it was given.'],
  ['A missing file is no fault of ours.', 'A missing file is not an error.'],
  ['A task that nobody has taken.', 'A task that no worker has claimed.'],
  ['It is deleted by whoever comes last.', 'The last worker deletes it.'],
  ['Was it asked for again, the next try is the first.', 'If it was asked for again, the next try is the first.'],
  ['When the lease is lost, then it is given up.', 'It is given up when the lease is lost.'],
  ['Ends. Of a small video the parts are not stored.', 'Of course, the parts of a small video are not stored.'],
  ['What it makes counts no more.', 'Reads one line and no more.'],
  ['Plans what came of the try.', 'Plans what comes next.'],
  ['What of a slide decides its layout.', 'The part of a slide that decides its layout.'],
  ['The keys cannot be had.', 'The keys had been read.'],
  ['The clip is encoded anew.', 'The clip is encoded again.'],
  ['The sweeper sees to a delivery.', 'The client sees two deliveries.'],
  ['It is unavailable, for that the machine was slow.', 'It is given up for that reason.'],
  ['All variables but for two.', 'All variables except two.'],
  ['A line had better not end here.', 'A line had a better end.'],
  ['The share from which on a page is a scan.', 'The share from which a page is a scan.'],
  ['A file that is no zip.', 'There is no zip, and a zip is no longer read.'],
  ['Undefined: it is none.', 'Undefined where there is none.'],
  ['At most 120 frames a second.', 'Key frames are two frames a second apart.'],
  ['The picture was not taken over.', 'A later attempt takes over the speech.'],
  ['Splits a stand into GOPs.', 'A stand-in for the encoder.'],
];

describe('the riddles', () => {
  it('are found in the comments, strings and texts of a component', () => {
    const text =
      '// Drawn anew.\nexport const a = <p title="It is made anew.">\n  It is https://a.example/b, made anew.\n</p>;\n';
    expect(checkFiles([{ path: 'lib/a.tsx', text }]).map(({ line }) => line)).toEqual([1, 2, 3]);
  });

  it('have a sample each', () => {
    expect(SAMPLES).toHaveLength(RIDDLES.length);
  });

  it.each(SAMPLES.map(([riddle, plain], index) => ({ riddle, plain, index })))(
    'refuse "$riddle"',
    ({ riddle, plain, index }) => {
      const reason = RIDDLES[index]?.reason;
      expect(findRiddles(riddle).map((found) => found.reason)).toContain(reason);
      expect(findRiddles(plain)).toEqual([]);
    },
  );
});

const wordsIn = (path: string, text: string) =>
  checkFiles([{ path, text }])
    .filter(({ check }) => check === 'words')
    .map(({ line, message }) => `${line} ${message.split('. ')[0]}`);

describe('riddles are found', () => {
  it('in a comment of several lines, on the line where they begin', () => {
    const text = ['const one = 1;', '/**', ' * Waits for the lock, for so', ' * long in all, whoever took it.', ' */'];
    expect(wordsIn('lib/a.ts', text.join('\n'))).toEqual(['3 "so long"', '4 "whoever"']);
  });

  it('in line comments that follow one another', () => {
    expect(wordsIn('lib/a.ts', '// It waits, and\n// nobody asks.\nexport default 1;\n')).toEqual(['2 "nobody"']);
  });

  it('at the beginning of a comment behind code, which is a text of its own', () => {
    expect(wordsIn('lib/a.ts', 'const a = 1; // Of a slide.\nconst b = 2; // Of a video.\n')).toHaveLength(2);
  });

  it('in messages and in the parts of templates', () => {
    const text = ['throw new Error(`Slide $', "{id} is asked for by nobody`);\nlog('it is made anew');\n"].join('');
    expect(wordsIn('lib/a.ts', text)).toEqual(['1 "nobody"', '2 "anew"']);
  });

  it('in documents and in comments of YAML', () => {
    expect(wordsIn('README.md', '# Title\n\nA file that\nnobody reads.\n')).toEqual(['4 "nobody"']);
    expect(wordsIn('serverless.yml', 'service: nobody\nqueue: one # nobody reads it\n')).toEqual(['2 "nobody"']);
  });

  it('not in code, in single words, or in what a text in quotes has of a comment', () => {
    const text = "const nobody = 'nobody';\nconst url = 'https://nobody';\nconst regular = /nobody is here/;\n";
    expect(wordsIn('lib/a.ts', text)).toEqual([]);
  });
});
