import type { Principal } from '#features/accounts/public.ts';
import { TextAnswer } from '#kernel/contract/text-answer.ts';
import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';
import { requireRender } from '../get-render.ts';
import { FileMissingError, type FileStore, type RenderStore } from '../ports.ts';
import { findAvailableRenderFiles, type Render } from '../render.ts';
import { type Transcript, type TranscriptFormat, transcriptSchema } from './transcript.ts';
import { formatTranscriptHtmlPage } from './transcript-html-page.ts';
import { formatTranscriptMarkdown } from './transcript-markdown.ts';
import { formatTranscriptText } from './transcript-text.ts';

/** Dependencies of transcripts. */
export interface TranscriptDeps {
  renders: Pick<RenderStore, 'find'>;
  files: Pick<FileStore, 'getBytes'>;
  clock: Clock;
}

const transcriptNotFoundError = (message: string): ServiceError => new ServiceError('transcript_not_found', message);

/** The error for a render without a transcript, with the reason. */
function missingTranscriptError({ status, files_deleted_at, result }: Render): ServiceError {
  if (result === undefined)
    return transcriptNotFoundError(`The render has no transcript, because it is not completed (status: ${status}).`);
  if (files_deleted_at !== undefined)
    return transcriptNotFoundError('The files of the render were deleted, and its transcript with them.');
  return transcriptNotFoundError('The render has no transcript any more. Render the timeline again.');
}

/** Reads the transcript of a completed render. @throws ServiceError `render_not_found`, `transcript_not_found` */
async function readTranscript(
  { renders, files, clock }: TranscriptDeps,
  principal: Principal,
  id: string,
): Promise<Transcript> {
  const render = await requireRender(renders, principal, id);
  const availableFiles = findAvailableRenderFiles(render, formatUtcTimestamp(clock()));
  if (availableFiles?.transcript_key === undefined) throw missingTranscriptError(render);
  try {
    return parseJson(transcriptSchema, Buffer.from(await files.getBytes(availableFiles.transcript_key)).toString());
  } catch (error) {
    if (error instanceof FileMissingError) throw missingTranscriptError(render);
    throw error;
  }
}

/** The transcript of a completed render in a form. @throws ServiceError `render_not_found`, `transcript_not_found` */
export async function getTranscript(
  deps: TranscriptDeps,
  principal: Principal,
  id: string,
  format: TranscriptFormat,
): Promise<Transcript | TextAnswer> {
  const transcript = await readTranscript(deps, principal, id);
  switch (format) {
    case 'json':
      return transcript;
    case 'txt':
      return new TextAnswer('text/plain; charset=utf-8', formatTranscriptText(transcript));
    case 'md':
      return new TextAnswer('text/markdown; charset=utf-8', formatTranscriptMarkdown(transcript));
    case 'html':
      return new TextAnswer('text/html; charset=utf-8', formatTranscriptHtmlPage(transcript));
  }
}
