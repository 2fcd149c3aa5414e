import type { Message, MessageAttributeValue } from '@aws-sdk/client-sqs';
import type { SQSMessageAttribute, SQSRecord } from 'aws-lambda';
import { z } from 'zod';
import { parseJsonIfValid } from '#kernel/shared/parse-json.ts';

function toMessageAttribute(value: MessageAttributeValue): SQSMessageAttribute {
  return {
    ...(value.StringValue === undefined ? {} : { stringValue: value.StringValue }),
    ...(value.BinaryValue === undefined ? {} : { binaryValue: Buffer.from(value.BinaryValue).toString('base64') }),
    stringListValues: [],
    binaryListValues: [],
    dataType: (value.DataType ?? 'String') as SQSMessageAttribute['dataType'],
  };
}

/** Makes the record that Lambda passes to a function for a received message. */
export function toLambdaSqsRecord(message: Message, queueArn: string, region: string): SQSRecord {
  const attributes = Object.entries(message.MessageAttributes ?? {});
  return {
    messageId: message.MessageId ?? '',
    receiptHandle: message.ReceiptHandle ?? '',
    body: message.Body ?? '',
    attributes: { ...message.Attributes } as unknown as SQSRecord['attributes'],
    messageAttributes: Object.fromEntries(attributes.map(([name, value]) => [name, toMessageAttribute(value)])),
    ...(message.MD5OfMessageAttributes === undefined ? {} : { md5OfMessageAttributes: message.MD5OfMessageAttributes }),
    md5OfBody: message.MD5OfBody ?? '',
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: region,
  };
}

const objectOrListSchema = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]);

/** Makes the input of a filter pattern: the record, whose body is parsed if it is a JSON object or list. */
export function toSqsEventFilterInput(record: SQSRecord): unknown {
  const body = parseJsonIfValid(objectOrListSchema, record.body);
  // For any other body, patterns apply to the text.
  return body === undefined ? record : { ...record, body };
}
