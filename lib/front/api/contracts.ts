import * as accounts from '#features/accounts/contract.ts';
import * as brands from '#features/brands/contract.ts';
import * as fonts from '#features/fonts/contract.ts';
import * as images from '#features/images/contract.ts';
import * as imports from '#features/imports/contract.ts';
import * as backgroundAudio from '#features/music/contract.ts';
import * as narration from '#features/narration/contract.ts';
import * as batches from '#features/renders/batches/contract.ts';
import * as renders from '#features/renders/contract.ts';
import * as templates from '#features/templates/contract.ts';
import * as timelines from '#features/timelines/contract.ts';
import * as webhooks from '#features/webhooks/contract.ts';
import * as webConsole from '#front/console/contract.ts';
import * as docs from '#front/docs/contract.ts';
import * as service from '#front/service/contract.ts';
import type { OperationContract } from '#kernel/contract/operation-contract.ts';

const isContract = (value: unknown): value is OperationContract =>
  typeof value === 'object' && value !== null && 'operation' in value && 'method' in value && 'path' in value;

/** Every operation of the public API. */
export const apiContracts: readonly OperationContract[] = [
  accounts,
  templates,
  brands,
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
