import type { Resource, Resources } from './gateway-stage.ts';

// CloudFormation itself cannot tell a key's id from its ARN.

const ID = /^[\w-]+$/;
const ARN = /^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/[\w-]+$/;

const NAME = 'SecretsKey';

/** The key that the template makes where none was given. */
export const KEY_OF_TEMPLATE = { 'Fn::GetAtt': [NAME, 'Arn'] };

/**
 * The key that seals webhook secrets, as a resource. Its policy leaves all to the policies of roles, of which each names the key.
 * @param options.DeletionPolicy that of the table: without the key the secrets in it cannot be read
 */
export const secretsKey = ({ DeletionPolicy = 'Retain' }: Pick<Resource, 'DeletionPolicy'>): Resources => ({
  [NAME]: {
    Type: 'AWS::KMS::Key',
    DeletionPolicy,
    UpdateReplacePolicy: 'Retain',
    Properties: {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own
      Description: { 'Fn::Sub': 'Seals the webhook secrets of ${AWS::StackName}' },
      EnableKeyRotation: true,
      PendingWindowInDays: 7,
      KeyPolicy: {
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own
            Principal: { AWS: { 'Fn::Sub': 'arn:${AWS::Partition}:iam::${AWS::AccountId}:root' } },
            Action: 'kms:*',
            Resource: '*',
          },
        ],
      },
    },
  },
});

/**
 * The one key that may be used, as the resource of a statement.
 * @param given SECRETS_KMS_KEY_ID: the id or the ARN of a key. Empty: the key of the template.
 */
export function resourceOf(given: string): string | Readonly<Record<string, unknown>> {
  if (given === '') return KEY_OF_TEMPLATE;
  if (ARN.test(given)) return given;
  if (!ID.test(given)) throw new Error('SECRETS_KMS_KEY_ID must be the id or the ARN of a KMS key');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own
  return { 'Fn::Sub': 'arn:${AWS::Partition}:kms:${AWS::Region}:${AWS::AccountId}:key/'.concat(given) };
}
