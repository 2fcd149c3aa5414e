import { functionSizes } from '../function-sizes.ts';
import { billedSeconds } from '../function-time.ts';
import type { Measured, MeasuredWork } from '../measured.ts';
import type { Limits, SimulatedRender } from './queueing.ts';

/** Slides that one narration task speaks at most; what Polly takes for one, in seconds, is assumed. */
const SLIDES_PER_TASK = 8;
const POLLY_SECONDS_PER_SLIDE = 0.6;
/** A message of SQS is with its function after about this many seconds. */
const MESSAGE_SECONDS = 0.05;

/** What a render is made of, in seconds of its functions, and how often its client looks. */
export interface UnitTimes {
  create: number;
  poll: number;
  /** The worker that prepares a video and makes it whole. */
  make: number;
  /** The look at what is missing, before narration. */
  prepare: number;
  /** Each task of narration. */
  narrate: readonly number[];
  pollsPerRender: number;
  writeUnits: number;
  writeUnitsNarrated: number;
}

function secondsOf({ calls, cpuSeconds, requests }: MeasuredWork, name: string): number {
  const all = Object.values(cpuSeconds).reduce((sum, seconds) => sum + seconds, 0);
  const cpu = cpuSeconds[name] ?? 0;
  const share = all === 0 ? 0 : cpu / all;
  const work = {
    invocations: 1,
    cpuSeconds: cpu,
    tableCalls: share * calls.tableCalls,
    bucketCalls: share * (calls.bucketReads + calls.bucketWrites),
  };
  return billedSeconds(work, functionSizes()(name)) / (name === 'api' ? requests : 1);
}

/** The times of a measurement, as Lambda takes them by the memory of each function. */
export function unitTimesOf(measured: Measured, pollsPerRender: number): UnitTimes {
  const { standing, narrated, poll, slides } = measured;
  const make = secondsOf(standing, 'prepareRender');
  const tasks = Math.ceil(slides / SLIDES_PER_TASK);
  return {
    create: secondsOf(standing, 'api'),
    poll: secondsOf(poll, 'api'),
    make,
    // The rest of it is made after the narration.
    prepare: make / 4,
    narrate: Array.from({ length: tasks }, () => MESSAGE_SECONDS + (POLLY_SECONDS_PER_SLIDE * slides) / tasks),
    pollsPerRender,
    writeUnits: standing.calls.writeUnits,
    writeUnitsNarrated: narrated.calls.writeUnits,
  };
}

/** One render. @param vary a factor for each task, about 1 */
export function renderOf(times: UnitTimes, isNarrated: boolean, vary: () => number): SimulatedRender {
  const task = (pool: string, seconds: number) => ({ pool, seconds: seconds * vary() });
  const creation = [task('api', times.create)];
  if (!isNarrated) return [creation, [task('preparation', MESSAGE_SECONDS + times.make)]];
  return [
    creation,
    [task('preparation', MESSAGE_SECONDS + times.prepare)],
    times.narrate.map((seconds) => task('narration', seconds)),
    [task('preparation', MESSAGE_SECONDS + times.make)],
  ];
}

/** Limits as this project and AWS have them at first. */
export const DEFAULT_LIMITS: Limits = {
  // serverless.yml: concurrency of prepareRender and of narrateSlide with Polly. The API has no separate limit.
  pools: { api: 1_000_000, preparation: 20, narration: 4 },
  // Lambda's default; a new account may have 10.
  account: 1000,
  // serverless.yml: throttle of POST /v1/renders.
  creation: { rate: 2000, burst: 2000, retrySeconds: 1 },
};

/** Write units a second that a table on demand takes at first: the default quota of a table. */
export const TABLE_WRITE_UNITS = 40_000;

/** What to raise for each limit. */
export const REMEDIES: Readonly<Record<string, string>> = {
  preparation: '`custom.preparers.elsewhere` in serverless.yml, with `reservedConcurrency` of prepareRender',
  narration: '`custom.narrators.of-polly`, and the quota of Polly for SynthesizeSpeech with neural voices (8 a second)',
  account: 'the quota "Concurrent executions" of Lambda (L-B99A9384)',
  creation: '`custom.throttles` of POST /v1/renders, then the throttle of API Gateway for the account',
  table: 'the quota "Table-level write throughput" of DynamoDB',
};
