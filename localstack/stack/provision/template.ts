import { z } from 'zod';

const resourceSchemaOf = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ Type: z.literal(type), Properties: z.looseObject(shape) });

const attributeSchema = z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) });
const keySchema = z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) });
const indexSchema = z.looseObject({
  IndexName: z.string(),
  KeySchema: z.array(keySchema),
  Projection: z.object({
    ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']),
    NonKeyAttributes: z.array(z.string()).optional(),
  }),
});

/** A table with resolved properties. */
export const tableResourceSchema = resourceSchemaOf('AWS::DynamoDB::Table', {
  TableName: z.string(),
  AttributeDefinitions: z.array(attributeSchema),
  KeySchema: z.array(keySchema),
  GlobalSecondaryIndexes: z.array(indexSchema).optional(),
  StreamSpecification: z
    .object({ StreamViewType: z.enum(['NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES', 'KEYS_ONLY']) })
    .optional(),
  TimeToLiveSpecification: z.object({ AttributeName: z.string(), Enabled: z.boolean() }).optional(),
});

/** A queue with resolved properties. */
export const queueResourceSchema = resourceSchemaOf('AWS::SQS::Queue', {
  QueueName: z.string(),
  RedrivePolicy: z.looseObject({ deadLetterTargetArn: z.string() }).optional(),
});

const corsRuleSchema = z.object({
  Id: z.string().optional(),
  AllowedOrigins: z.array(z.string()),
  AllowedMethods: z.array(z.string()),
  AllowedHeaders: z.array(z.string()).optional(),
  ExposedHeaders: z.array(z.string()).optional(),
  MaxAge: z.number().optional(),
});

const lifecycleRuleSchema = z.object({
  Id: z.string().optional(),
  Status: z.enum(['Enabled', 'Disabled']),
  Prefix: z.string().optional(),
  ExpirationInDays: z.number().optional(),
  AbortIncompleteMultipartUpload: z.object({ DaysAfterInitiation: z.number() }).optional(),
});

/** A bucket with resolved properties. */
export const bucketResourceSchema = resourceSchemaOf('AWS::S3::Bucket', {
  BucketName: z.string(),
  PublicAccessBlockConfiguration: z
    .object({
      BlockPublicAcls: z.boolean().optional(),
      BlockPublicPolicy: z.boolean().optional(),
      IgnorePublicAcls: z.boolean().optional(),
      RestrictPublicBuckets: z.boolean().optional(),
    })
    .optional(),
  CorsConfiguration: z.object({ CorsRules: z.array(corsRuleSchema) }).optional(),
  LifecycleConfiguration: z.object({ Rules: z.array(lifecycleRuleSchema) }).optional(),
});

/** The CloudFormation properties of a DynamoDB table. */
export type TableResource = z.infer<typeof tableResourceSchema>['Properties'];
/** The CloudFormation properties of an SQS queue. */
export type QueueResource = z.infer<typeof queueResourceSchema>['Properties'];
/** The CloudFormation properties of an S3 bucket. */
export type BucketResource = z.infer<typeof bucketResourceSchema>['Properties'];
