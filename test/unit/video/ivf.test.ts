import { expect, test } from 'vitest';
import { IvfError, IvfSplitter, ivfFileHeader, ivfFrameHeader } from '#engine/video/bits/ivf.ts';

const FORMAT = { fourcc: 'VP90', width: 1920, height: 1080, fps: 30 } as const;
const FRAMES = [Buffer.from('first'), Buffer.alloc(0), Buffer.from('third')];
const BODY = Buffer.concat(FRAMES.flatMap((frame, time) => [ivfFrameHeader(frame.length, time), frame]));

test('the header of a file has its codec, its size, and times in frames', () => {
  const header = ivfFileHeader(FORMAT);

  const fields = [
    '444b4946',
    '0000',
    '2000',
    '56503930',
    '8007',
    '3804',
    '1e000000',
    '01000000',
    '00000000',
    '00000000',
  ];
  expect(header.toString('hex')).toBe(fields.join(''));
});

test('the header of a frame has its length and its time', () => {
  expect(ivfFrameHeader(258, 2 ** 32 + 1).toString('hex')).toBe('020100000100000001000000');
});

test.each([1, 7, 12, 1000])('frames come out whole, in pieces of %i bytes', (size) => {
  const file = Buffer.concat([ivfFileHeader(FORMAT), BODY]);
  const splitter = new IvfSplitter({ hasFileHeader: true });

  const pieces = Array.from({ length: Math.ceil(file.length / size) }, (_, i) =>
    file.subarray(i * size, (i + 1) * size),
  );
  const frames = pieces.flatMap((piece) => splitter.push(piece));

  splitter.end();
  expect(frames.map(String)).toEqual(FRAMES.map(String));
});

test('a clip lacks the header of the file', () => {
  expect(new IvfSplitter({ hasFileHeader: false }).push(BODY).map(String)).toEqual(FRAMES.map(String));
});

test('other bytes, and a frame that is cut, are refused', () => {
  const cut = new IvfSplitter({ hasFileHeader: false });
  cut.push(BODY.subarray(0, -1));

  expect(() => cut.end()).toThrow(IvfError);
  expect(() => new IvfSplitter({ hasFileHeader: true }).push(Buffer.alloc(40))).toThrow(IvfError);
});
