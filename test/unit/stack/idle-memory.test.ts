import { beforeEach, describe, expect, it } from 'vitest';
import { createIdleGcCheck } from '#emulators/host/idle-memory.ts';

const LOOK_MS = 1000;
const MB = 1024 * 1024;

let cpu: number;
let heap: number;
let collections: number;
let look: () => void;

beforeEach(() => {
  cpu = 5_000_000;
  heap = 100 * MB;
  collections = 0;
  look = createIdleGcCheck(
    {
      cpuMicroseconds: () => cpu,
      heapBytes: () => heap,
      collect() {
        collections += 1;
        heap = 30 * MB;
      },
    },
    LOOK_MS,
  );
});

/** A look after a time in which the process took a share of a core. */
function lookAfter(share: number): void {
  cpu += share * LOOK_MS * 1000;
  look();
}

describe('a process that serves', () => {
  it('collects its garbage after three idle looks in a row', () => {
    for (const share of [0.01, 0.01]) lookAfter(share);
    expect(collections).toBe(0);
    lookAfter(0.01);
    expect(collections).toBe(1);
  });

  it('does not stop for a collection while it works', () => {
    for (const share of [0.01, 0.01, 0.5, 0.01, 0.01, 0.4, 0.01]) lookAfter(share);
    expect(collections).toBe(0);
  });

  it('collects once, and again only when its heap has grown by 8 MB', () => {
    for (let i = 0; i < 20; i += 1) lookAfter(0);
    expect(collections).toBe(1);
    heap += 7 * MB;
    for (let i = 0; i < 20; i += 1) lookAfter(0);
    expect(collections).toBe(1);
    heap += MB;
    for (let i = 0; i < 20; i += 1) lookAfter(0);
    expect(collections).toBe(2);
  });
});
