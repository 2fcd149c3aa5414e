import { createHash } from 'node:crypto';
import type { Principal } from '#features/accounts/public.ts';
import {
  BACKGROUND_AUDIO_SAMPLE_RATE_HZ,
  type BackgroundAudio,
  type BackgroundAudioSettings,
  changeTimeline,
  type LoadedTimeline,
  loadTimeline,
  type TimelineDeps,
  timelineVersionTag,
} from '#features/timelines/public.ts';
import {
  AUDIO_FILE_RULES,
  type ReceiveFileDeps,
  storeFileThenWriteReference,
  type UploadOperation,
} from '#features/uploads/public.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { createOpaqueToken } from '#kernel/shared/ids.ts';
import { checkPrecondition, type Precondition } from '#kernel/shared/precondition.ts';
import type { PrepareIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { type TombstoneStore, writeTombstoneBeforeFile } from '#platform/erasure/public.ts';
import { musicFormSchema } from './contract.ts';
import type { MakeStorableMusic } from './ports.ts';

/** Dependencies of the upload of background audio. */
export interface MusicUploadDeps extends TimelineDeps, ReceiveFileDeps {
  /** Decodes, levels and encodes a client's file again. */
  prepareMusic: MakeStorableMusic;
  tombstones: Pick<TombstoneStore, 'insert'>;
}

/** Shortest background audio in seconds; a loop of a shorter file would sound like noise. */
const MIN_SECONDS = 1;

/** The operation that makes an uploaded file the background audio of a timeline. @param timelineId the timeline that gets the music */
export const musicUploadOperation = (
  deps: MusicUploadDeps,
  principal: Principal,
  timelineId: string,
  prepareAnswer: PrepareIdempotentAnswer<LoadedTimeline>,
  precondition: Precondition = {},
): UploadOperation<BackgroundAudioSettings> => ({
  target: `/timelines/${timelineId}/background-audio`,
  rules: AUDIO_FILE_RULES,
  form: musicFormSchema,
  check: async () => {
    checkPrecondition(precondition, [timelineVersionTag(await loadTimeline(deps.store, principal, timelineId))]);
  },
  place: (bytes, settings) =>
    setBackgroundAudio(deps, principal, timelineId, bytes, settings, prepareAnswer, precondition),
});

/**
 * Makes a client's file the background audio of a timeline. The levelled file is stored, never the client's bytes.
 * @throws ServiceError `audio_invalid`, `audio_too_long`, `unavailable`, `timeline_not_found`, `timeline_too_large`,
 * `version_conflict`, `precondition_failed` when the timeline is not in the state that `precondition` names, and `entitlement_required`
 * when it exceeds the stored bytes of the plan.
 */
export async function setBackgroundAudio(
  deps: MusicUploadDeps,
  principal: Principal,
  timelineId: string,
  bytes: Uint8Array,
  { volume, fade_in_seconds, fade_out_seconds, loop, duck }: BackgroundAudioSettings,
  prepareAnswer: PrepareIdempotentAnswer<LoadedTimeline>,
  precondition: Precondition = {},
): Promise<LoadedTimeline> {
  const { bytes: levelledBytes, ...musicFacts } = await deps.prepareMusic(bytes, principal.account_id);
  if (musicFacts.samples < MIN_SECONDS * BACKGROUND_AUDIO_SAMPLE_RATE_HZ)
    throw new ServiceError('audio_invalid', `The music is shorter than ${MIN_SECONDS} second. Send a longer file.`, {
      param: 'audio',
    });
  const key = storageKeys.backgroundAudio(principal.account_id, timelineId, createOpaqueToken(deps.clock()));
  await writeTombstoneBeforeFile(deps, { account_id: principal.account_id, timeline_id: timelineId }, key);
  const background_audio: BackgroundAudio = {
    key,
    sha256: createHash('sha256').update(levelledBytes).digest('hex'),
    ...musicFacts,
    size_bytes: levelledBytes.length,
    volume,
    fade_in_seconds,
    fade_out_seconds,
    loop,
    duck,
  };
  return storeFileThenWriteReference(
    deps.blobs,
    { key, bytes: levelledBytes, content_type: musicFacts.content_type },
    () =>
      changeTimeline(
        deps,
        principal,
        timelineId,
        { precondition },
        () => ({ settings: { background_audio }, isShownWhole: true }),
        prepareAnswer,
      ),
  );
}

/**
 * Removes the background audio of a timeline, if it has any.
 * @throws ServiceError `timeline_not_found`, `timeline_too_large`, `version_conflict`, `precondition_failed`
 */
export async function deleteBackgroundAudio(
  deps: TimelineDeps,
  principal: Principal,
  timelineId: string,
  precondition: Precondition = {},
): Promise<LoadedTimeline> {
  return changeTimeline(deps, principal, timelineId, { precondition }, () => ({
    settings: { background_audio: undefined },
    isShownWhole: true,
  }));
}
