import { describe, expect, it } from 'vitest';
import { deployHint } from '#deploy/packages/deploy-hint.ts';
import { formatFunctionPackageTable } from '#deploy/packages/format-function-package-table.ts';

const lineOf = (stage: string, region: string, folder: string) => deployHint('/project', { stage, region }, folder);

describe('what `npm run package` says', () => {
  it('has units', () => {
    const [header = ''] = formatFunctionPackageTable({ code: [], resources: 0 }).split('\n');
    expect(header).toContain('zipped (MB)  unpacked (MB)  with layers (MB)');
  });

  it('ends with the folder, and the command that deploys it', () => {
    expect(lineOf('dev', 'us-east-1', '/project/.serverless')).toBe(
      'The package is in .serverless. With an account of AWS, this deploys it: npm run deploy -- --stage dev --package .serverless\n',
    );
    expect(lineOf('dev', 'eu-west-1', '/elsewhere')).toContain('--stage dev --region eu-west-1 --package /elsewhere\n');
  });

  it('names no command for the stage that AWS does not get', () => {
    expect(lineOf('local', 'us-east-1', '/project/out')).toBe('The package is in out.\n');
  });
});
