import { S3Client } from '@aws-sdk/client-s3';
import { CommandError } from '#emulators/host/command-errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Place in which credentials of AWS are searched. */
interface CredentialPlace {
  stage: string;
  region: string;
  /** A profile of the AWS CLI; absent: AWS_PROFILE, or the default one. */
  profile?: string | undefined;
}

/** The sentence for an access key without its secret, or the other way round. @param prefix of the variables: `AWS` or `AWS_<STAGE>` */
function halfKey(prefix: string, environment: Environment): string | undefined {
  const [key, secret] = [`${prefix}_ACCESS_KEY_ID`, `${prefix}_SECRET_ACCESS_KEY`];
  if (Boolean(environment[key]) === Boolean(environment[secret])) return undefined;
  return environment[key] ? `${key} is set without ${secret}` : `${secret} is set without ${key}`;
}

const BOTH = 'set both variables, or neither of them';

/** Reason why there are no credentials, and advice. */
function faultOf(profile: string | undefined, environment: Environment): { reason: string; remedy: string } {
  // The SDK takes a profile before a key.
  const named = profile ?? environment.AWS_PROFILE;
  if (named) {
    const source = profile === undefined ? ' (AWS_PROFILE)' : '';
    return {
      reason: `The profile "${named}"${source} has no credentials for AWS`,
      remedy: `run \`aws configure --profile ${named}\`, or name one of \`aws configure list-profiles\``,
    };
  }
  const half = halfKey('AWS', environment);
  if (half !== undefined) return { reason: half, remedy: BOTH };
  return {
    reason: 'There are no credentials for AWS here',
    remedy: 'run `aws configure`, or set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  };
}

const messageOf = (stage: string, reason: string, remedy: string): string => `${reason}. Nothing was made or sent.
With an account of AWS, ${remedy}.
Without one, \`npm run package -- --stage ${stage}\` makes the same package and checks it. lib/front/docs/guides/runbook.md explains every step.`;

/**
 * Looks for credentials of AWS where the SDK finds them, and sends nothing to AWS: packaging a stage takes a minute, which need not pass
 * before a missing profile is reported.
 * @throws CommandError where there are none
 */
export async function assertAwsCredentials(
  { stage, region, profile }: CredentialPlace,
  environment: Environment = process.env,
): Promise<void> {
  // The Serverless CLI takes credentials of a stage by itself.
  const ofStage = `AWS_${stage.toUpperCase()}`;
  if (environment[`${ofStage}_PROFILE`]) return;
  const half = profile === undefined ? halfKey(ofStage, environment) : undefined;
  // It would take those of another stage then.
  if (half !== undefined) throw new CommandError(messageOf(stage, half, BOTH));
  if (environment[`${ofStage}_ACCESS_KEY_ID`]) return;
  const client = new S3Client({ region, ...(profile === undefined ? {} : { profile }) });
  try {
    await client.config.credentials();
  } catch (error) {
    const { reason, remedy } = faultOf(profile, environment);
    throw new CommandError(messageOf(stage, reason, remedy), { cause: error });
  } finally {
    client.destroy();
  }
}
