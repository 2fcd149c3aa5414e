import type { VoiceKernels } from './kernels/kernels.ts';

/** The memory of the kernels, as a stack: the last allocation is freed first. Addresses are bytes. */
export interface ModelMemory {
  kernels: VoiceKernels;
  /** Allocates bytes at an address that is a multiple of 16. Their content is undefined. */
  take(bytes: number): number;
  /** Runs a function, and then frees all memory that it took. */
  scoped<T>(work: () => T): T;
  /** The floats at an address. The view is lost when more memory is taken. */
  floats(address: number, length: number): Float32Array<ArrayBuffer>;
  /** As `floats`, of signed bytes. */
  bytes(address: number, length: number): Int8Array<ArrayBuffer>;
  /** Copies numbers into memory. @returns their address */
  keep(numbers: Float32Array): number;
}

/** A page of WebAssembly memory. */
const PAGE_BYTES = 65_536;
/** The maximum number of bytes that loops read past the end of their input. */
const OVERSHOOT_BYTES = 64;

/** The memory of these kernels. It grows when it is full, and never shrinks. */
export function createModelMemory(kernels: VoiceKernels): ModelMemory {
  let stackTop = OVERSHOOT_BYTES;
  const take = (bytes: number): number => {
    const address = stackTop;
    stackTop += Math.ceil(bytes / 16) * 16;
    const missingBytes = stackTop + OVERSHOOT_BYTES - kernels.memory.buffer.byteLength;
    if (missingBytes > 0) kernels.memory.grow(Math.ceil(missingBytes / PAGE_BYTES));
    return address;
  };
  const floats = (address: number, length: number) => new Float32Array(kernels.memory.buffer, address, length);
  return {
    kernels,
    take,
    scoped: (work) => {
      const savedTop = stackTop;
      try {
        return work();
      } finally {
        stackTop = savedTop;
      }
    },
    floats,
    bytes: (address, length) => new Int8Array(kernels.memory.buffer, address, length),
    keep: (numbers) => {
      const address = take(4 * numbers.length);
      floats(address, numbers.length).set(numbers);
      return address;
    },
  };
}
