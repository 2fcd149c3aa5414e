/** A queue that nothing reaches. */
const QUEUE = 'http://127.0.0.1:9/000000000000/q';

/** The variables that every function has, without those of the SDK. */
export const FUNCTION_ENVIRONMENT = {
  TABLE_NAME: 't',
  BUCKET_NAME: 'b',
  RENDERS_QUEUE_URL: QUEUE,
  NARRATION_QUEUE_URL: QUEUE,
  SEGMENTS_QUEUE_URL: QUEUE,
  ASSEMBLIES_QUEUE_URL: QUEUE,
  IMPORTS_QUEUE_URL: QUEUE,
  DELIVERIES_QUEUE_URL: QUEUE,
  SLOW_DELIVERIES_QUEUE_URL: QUEUE,
  PREPARATION_SHARE: '10',
  NARRATION_SHARE: '12',
  ENCODING_SHARE: '50',
  FETCHING_SHARE: '8',
  DECODING_SHARE: '12',
  DECODER_FUNCTION: 'decoder',
  VIDEO_DECODER_FUNCTION: 'video-decoder',
};

/** Region and credentials for clients of the SDK that reach nothing. */
export const SDK_ENVIRONMENT = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
