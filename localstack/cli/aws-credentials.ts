import { S3Client } from '@aws-sdk/client-s3';
import { CommandError } from './command-errors.ts';

/** Where credentials of AWS are looked for. */
interface CredentialPlace {
  stage: string;
  region: string;
  /** A profile of the AWS CLI; absent: AWS_PROFILE, or the default one. */
  profile?: string | undefined;
}

/**
 * Looks for credentials of AWS where the SDK finds them, and sends nothing to AWS: packaging a stage takes a minute, which need not pass
 * before a missing profile is told.
 * @throws CommandError where there are none
 */
export async function assertAwsCredentials(
  { stage, region, profile }: CredentialPlace,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<void> {
  // The Serverless CLI takes credentials of a stage by itself.
  const ofStage = `AWS_${stage.toUpperCase()}`;
  if (environment[`${ofStage}_PROFILE`] || environment[`${ofStage}_ACCESS_KEY_ID`]) return;
  const client = new S3Client({ region, ...(profile === undefined ? {} : { profile }) });
  try {
    await client.config.credentials();
  } catch (error) {
    const missing =
      profile === undefined
        ? 'There are no credentials for AWS here'
        : `The profile "${profile}" has no credentials for AWS`;
    throw new CommandError(
      `${missing}. Nothing was made or sent.
With an account of AWS, run \`aws configure\`, or set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
Without one, \`npm run package -- --stage ${stage}\` makes the same package and checks it. lib/docs/guides/runbook.md has the whole way.`,
      { cause: error },
    );
  } finally {
    client.destroy();
  }
}
