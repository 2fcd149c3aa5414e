export const SAMPLE_RATE = 48_000;
