import { expect, test, vi } from 'vitest';
import { coalesceProcessOutput } from '#deploy/coalesce-process-output.ts';

const outputOf = () => {
  const written: string[] = [];
  const stream = { write: (part: string | Uint8Array) => written.push(Buffer.from(part as string).toString()) > 0 };
  return { written, stream: stream as Pick<NodeJS.WriteStream, 'write'> };
};

test('writes together what comes within 10 ms, in its order', () => {
  vi.useFakeTimers();
  try {
    const { written, stream } = outputOf();
    coalesceProcessOutput(stream);
    stream.write('a\n');
    stream.write(Buffer.from('é\n'));
    vi.advanceTimersByTime(9);
    expect(written).toEqual([]);
    vi.advanceTimersByTime(1);
    stream.write('later\n');
    vi.advanceTimersByTime(10);
    expect(written).toEqual(['a\né\n', 'later\n']);
  } finally {
    vi.useRealTimers();
  }
});

test('writes at once what it has when the process is about to end, and calls back', async () => {
  const { written, stream } = outputOf();
  const flush = coalesceProcessOutput(stream);
  await new Promise<void>((resolve) => stream.write('last words', () => resolve()));
  flush();
  flush();
  expect(written).toEqual(['last words']);
});
