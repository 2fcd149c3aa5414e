import { afterEach, describe, expect, it, vi } from 'vitest';
import { assertAwsCredentials } from '#cli/aws-credentials.ts';

const NONE = {
  ...{ AWS_PROFILE: undefined, AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined },
  ...{ AWS_CONTAINER_CREDENTIALS_FULL_URI: undefined, AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: undefined },
  ...{ AWS_WEB_IDENTITY_TOKEN_FILE: undefined, AWS_EC2_METADATA_DISABLED: 'true' },
  ...{ AWS_CONFIG_FILE: '/nowhere/config', AWS_SHARED_CREDENTIALS_FILE: '/nowhere/credentials' },
};
const stage = { stage: 'dev', region: 'us-east-1' };

afterEach(() => {
  vi.unstubAllEnvs();
});

function environment(own: Record<string, string | undefined> = {}): void {
  for (const [name, value] of Object.entries({ ...NONE, ...own })) vi.stubEnv(name, value);
}

describe('credentials for a deployment', () => {
  it('are missed before anything is packaged, with what to do', async () => {
    environment();
    await expect(assertAwsCredentials(stage)).rejects.toThrow(
      /no credentials for AWS here[\s\S]*aws configure[\s\S]*package/,
    );
    await expect(assertAwsCredentials({ ...stage, profile: 'work' })).rejects.toThrow('The profile "work"');
  });

  it('are missed in the profile that is named, by the option or by the variable', async () => {
    environment({ AWS_PROFILE: 'nope' });
    await expect(assertAwsCredentials(stage)).rejects.toThrow(
      /The profile "nope" \(AWS_PROFILE\) has no credentials for AWS\.[\s\S]*aws configure --profile nope/,
    );
    await expect(assertAwsCredentials({ ...stage, profile: 'work' })).rejects.toThrow(
      'The profile "work" has no credentials for AWS.',
    );
  });

  it.each([
    ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
    ['AWS_SECRET_ACCESS_KEY', 'AWS_ACCESS_KEY_ID'],
    ['AWS_DEV_ACCESS_KEY_ID', 'AWS_DEV_SECRET_ACCESS_KEY'],
  ])('are half there: %s without %s', async (given, missing) => {
    environment({ [given]: 'test' });
    await expect(assertAwsCredentials(stage)).rejects.toThrow(`${given} is set without ${missing}.`);
  });

  it('are found in the environment, also those of the stage alone', async () => {
    environment({ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });
    await assertAwsCredentials(stage);
    environment({ AWS_DEV_PROFILE: 'work' });
    await assertAwsCredentials(stage);
    await expect(assertAwsCredentials({ ...stage, stage: 'prod' })).rejects.toThrow('no credentials');
  });
});
