/** The HTTP status and the default message of each code. */
const CATALOGUE = {
  AccessDenied: [403, 'Access Denied'],
  AccessForbidden: [403, 'CORSResponse: This CORS request is not allowed.'],
  AuthorizationHeaderMalformed: [400, 'The authorization header that you provided is not valid.'],
  AuthorizationQueryParametersError: [400, 'The query parameters of the signature are not valid.'],
  BadDigest: [400, 'The checksum you specified did not match what was received.'],
  BadRequest: [400, 'Bad Request'],
  EntityTooLarge: [400, 'Your proposed upload exceeds the maximum allowed size.'],
  EntityTooSmall: [400, 'Your proposed upload is smaller than the minimum allowed size.'],
  IncompleteBody: [400, 'The request body ended before, or went on after, the length that was announced.'],
  InternalError: [500, 'We encountered an internal error. Please try again.'],
  InvalidAccessKeyId: [403, 'The access key id you provided does not exist in our records.'],
  InvalidArgument: [400, 'Invalid Argument'],
  InvalidBucketName: [400, 'The specified bucket is not valid.'],
  InvalidDigest: [400, 'The checksum you specified is not valid.'],
  InvalidPart: [400, 'One or more of the specified parts could not be found or did not match.'],
  InvalidPartOrder: [400, 'The list of parts was not in ascending order.'],
  InvalidRange: [416, 'The requested range is not satisfiable.'],
  InvalidRequest: [400, 'The request is not valid.'],
  InvalidURI: [400, "Couldn't parse the specified URI."],
  KeyTooLongError: [400, 'Your key is too long.'],
  MalformedXML: [400, 'The XML you provided was not well-formed or did not validate against our published schema.'],
  MethodNotAllowed: [405, 'The specified method is not allowed against this resource.'],
  MissingContentLength: [411, 'You must provide the Content-Length HTTP header.'],
  NoSuchBucket: [404, 'The specified bucket does not exist.'],
  NoSuchKey: [404, 'The specified key does not exist.'],
  NoSuchUpload: [404, 'The specified upload does not exist. It may have been aborted or completed.'],
  NotImplemented: [501, 'A header or parameter you provided implies functionality that is not implemented.'],
  PreconditionFailed: [412, 'At least one of the preconditions you specified did not hold.'],
  RequestTimeTooSkewed: [403, 'The difference between the request time and the current time is too large.'],
  SignatureDoesNotMatch: [403, 'The request signature we calculated does not match the signature you provided.'],
  XAmzContentSHA256Mismatch: [400, "The provided 'x-amz-content-sha256' header does not match what was computed."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

/** A code of S3's errors. */
export type S3ErrorCode = keyof typeof CATALOGUE;

/** An error of S3, which the router turns into a status and an XML document. */
export class S3Error extends Error {
  readonly code: S3ErrorCode;
  readonly status: number;
  /** Additional response headers, such as `content-range` of a 416. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: S3ErrorCode, message?: string, headers: Readonly<Record<string, string>> = {}) {
    const [status, fallback] = CATALOGUE[code];
    super(message ?? fallback);
    this.name = 'S3Error';
    this.code = code;
    this.status = status;
    this.headers = headers;
  }
}
