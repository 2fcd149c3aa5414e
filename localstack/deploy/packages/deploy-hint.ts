import { relative } from 'node:path';
import { DEFAULT_REGION, type DeploymentStageRequest } from '../deployment-stage-request.ts';

/**
 * Makes a line that names the folder of a package and the command that deploys it.
 * @param project folder of the project, where `npm run deploy` runs
 * @param folder of the package
 */
export function deployHint(project: string, { stage, region }: DeploymentStageRequest, folder: string): string {
  const fromProject = relative(project, folder);
  const shownFolder = fromProject === '' || fromProject.startsWith('..') ? folder : fromProject;
  const packageLine = `The package is in ${shownFolder}.`;
  // `npm run deploy` sends the stage `local` only to an emulator.
  if (stage === 'local') return `${packageLine}\n`;
  const regionOption = region === DEFAULT_REGION ? '' : ` --region ${region}`;
  return `${packageLine} With an account of AWS, this deploys it: npm run deploy -- --stage ${stage}${regionOption} --package ${shownFolder}\n`;
}
