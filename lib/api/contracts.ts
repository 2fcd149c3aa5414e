import * as accounts from '../accounts/contract.ts';
import * as webConsole from '../console/contract.ts';
import type { Contract } from '../contract/contract.ts';
import * as docs from '../docs/contract.ts';
import * as fonts from '../fonts/contract.ts';
import * as images from '../images/contract.ts';
import * as imports from '../imports/contract.ts';
import * as backgroundAudio from '../music/contract.ts';
import * as narration from '../narration/contract.ts';
import * as batches from '../renders/batches/contract.ts';
import * as renders from '../renders/contract.ts';
import * as service from '../service/contract.ts';
import * as templates from '../templates/contract.ts';
import * as timelines from '../timelines/contract.ts';
import * as webhooks from '../webhooks/contract.ts';

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'operation' in value && 'method' in value && 'path' in value;

/** Every operation of the public API. */
export const contracts: readonly Contract[] = [
  accounts,
  templates,
  fonts,
  timelines,
  backgroundAudio,
  images,
  imports,
  narration,
  renders,
  batches,
  webhooks,
  service,
  docs,
  webConsole,
].flatMap((module) => Object.values(module).filter(isContract));
