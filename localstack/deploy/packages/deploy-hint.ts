import { relative } from 'node:path';
import { DEFAULT_REGION, type StageRequest } from '../stage-request.ts';

/**
 * A line that says where a package is, and which command deploys it.
 * @param project folder of the project, where `npm run deploy` runs
 * @param folder of the package
 */
export function deployHint(project: string, { stage, region }: StageRequest, folder: string): string {
  const near = relative(project, folder);
  const shown = near === '' || near.startsWith('..') ? folder : near;
  const place = `The package is in ${shown}.`;
  // `npm run deploy` sends that stage to an emulator only.
  if (stage === 'local') return `${place}\n`;
  const elsewhere = region === DEFAULT_REGION ? '' : ` --region ${region}`;
  return `${place} With an account of AWS, this deploys it: npm run deploy -- --stage ${stage}${elsewhere} --package ${shown}\n`;
}
