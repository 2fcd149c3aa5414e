import { S3Client } from '@aws-sdk/client-s3';
import { CommandError } from '#emulators/host/command-errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The stage, the region and the profile for which credentials are needed. */
interface CredentialOptions {
  stage: string;
  region: string;
  /** A profile of the AWS CLI; absent: AWS_PROFILE, or the default one. */
  profile?: string | undefined;
}

/**
 * The message for an access key without its secret, or a secret without its key; undefined if both or none are set.
 * @param prefix of the variables: `AWS` or `AWS_<STAGE>`
 */
function incompleteKeyError(prefix: string, environment: Environment): string | undefined {
  const [key, secret] = [`${prefix}_ACCESS_KEY_ID`, `${prefix}_SECRET_ACCESS_KEY`];
  if (Boolean(environment[key]) === Boolean(environment[secret])) return undefined;
  return environment[key] ? `${key} is set without ${secret}` : `${secret} is set without ${key}`;
}

const SET_BOTH_REMEDY = 'set both variables, or neither of them';

/** The reason why there are no credentials, and what to do. */
function explainMissingCredentials(
  profile: string | undefined,
  environment: Environment,
): { reason: string; remedy: string } {
  // In the SDK, a profile has precedence over a key.
  const profileName = profile ?? environment.AWS_PROFILE;
  if (profileName) {
    const source = profile === undefined ? ' (AWS_PROFILE)' : '';
    return {
      reason: `The profile "${profileName}"${source} has no credentials for AWS`,
      remedy: `run \`aws configure --profile ${profileName}\`, or name one of \`aws configure list-profiles\``,
    };
  }
  const incompleteKey = incompleteKeyError('AWS', environment);
  if (incompleteKey !== undefined) return { reason: incompleteKey, remedy: SET_BOTH_REMEDY };
  return {
    reason: 'There are no credentials for AWS here',
    remedy: 'run `aws configure`, or set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  };
}

const messageOf = (stage: string, reason: string, remedy: string): string => `${reason}. Nothing was made or sent.
With an account of AWS, ${remedy}.
Without one, \`npm run package -- --stage ${stage}\` makes the same package and checks it. lib/front/docs/guides/runbook.md explains every step.`;

/**
 * Checks, where the SDK looks for them, whether credentials of AWS exist, without a request to AWS. The check comes before packaging, which
 * takes a minute.
 * @throws CommandError if no credentials are found
 */
export async function assertAwsCredentials(
  { stage, region, profile }: CredentialOptions,
  environment: Environment = process.env,
): Promise<void> {
  // The Serverless CLI reads credentials of a stage from these variables itself.
  const stagePrefix = `AWS_${stage.toUpperCase()}`;
  if (environment[`${stagePrefix}_PROFILE`]) return;
  const incompleteKey = profile === undefined ? incompleteKeyError(stagePrefix, environment) : undefined;
  // With an incomplete key, the Serverless CLI would use credentials that are not those of the stage.
  if (incompleteKey !== undefined) throw new CommandError(messageOf(stage, incompleteKey, SET_BOTH_REMEDY));
  if (environment[`${stagePrefix}_ACCESS_KEY_ID`]) return;
  const client = new S3Client({ region, ...(profile === undefined ? {} : { profile }) });
  try {
    await client.config.credentials();
  } catch (error) {
    const { reason, remedy } = explainMissingCredentials(profile, environment);
    throw new CommandError(messageOf(stage, reason, remedy), { cause: error });
  } finally {
    client.destroy();
  }
}
