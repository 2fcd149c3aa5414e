import { S3Client } from '@aws-sdk/client-s3';
import { CommandError } from './command-errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where credentials of AWS are looked for. */
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

/** Why there are no credentials, without the full stop. */
function reasonOf(profile: string | undefined, environment: Environment): string {
  if (profile !== undefined) return `The profile "${profile}" has no credentials for AWS`;
  // The SDK takes a profile before a key.
  if (environment.AWS_PROFILE)
    return `The profile "${environment.AWS_PROFILE}" (AWS_PROFILE) has no credentials for AWS`;
  return halfKey('AWS', environment) ?? 'There are no credentials for AWS here';
}

/** What is said after the reason. */
const advice = (stage: string): string => `Nothing was made or sent.
With an account of AWS, run \`aws configure\`, or set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
Without one, \`npm run package -- --stage ${stage}\` makes the same package and checks it. lib/docs/guides/runbook.md has the whole way.`;

/**
 * Looks for credentials of AWS where the SDK finds them, and sends nothing to AWS: packaging a stage takes a minute, which need not pass
 * before a missing profile is told.
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
  if (half !== undefined) throw new CommandError(`${half}. ${advice(stage)}`);
  if (environment[`${ofStage}_ACCESS_KEY_ID`]) return;
  const client = new S3Client({ region, ...(profile === undefined ? {} : { profile }) });
  try {
    await client.config.credentials();
  } catch (error) {
    throw new CommandError(`${reasonOf(profile, environment)}. ${advice(stage)}`, { cause: error });
  } finally {
    client.destroy();
  }
}
