import type { Schemas } from '#front/client/client.ts';
import { sendFileToUploadTarget } from '#front/client/send-file-to-upload-target.ts';
import { videoCopyRequestOfSlide, videosOfTimelineCopy } from './copied-videos.ts';
import { type RecordingMediaType, recordingMediaTypeOf, requireImageType } from './deck-type.ts';
import { downloadSignedFile } from './read-file.ts';
import { requireSession, requireSessionRecordingClient } from './session.ts';
import { slideContentForRequest, slideContentWithoutItemPictures } from './slide-content.ts';
import { type CopiedSlidePictures, downloadSlidePictures, uploadCopiedSlidePictures } from './slide-pictures.ts';
import { timelineSettingsForCopy } from './timeline-settings.ts';

type Slide = Schemas['Slide'];

/** The content of a slide and its files, from which it can be created again. */
export interface SlideCopy {
  content: Omit<Schemas['CreateSlideBody'], 'image' | 'images' | 'video' | 'presenter' | 'position'>;
  image?: { file: Blob; options: Partial<ImageDisplayOptions> } | undefined;
  pictures?: CopiedSlidePictures | undefined;
  /** Videos that the service copies from the original, which must exist when the slide is created. */
  videos?: ReturnType<typeof videoCopyRequestOfSlide> | undefined;
  recording?: Blob | undefined;
}

/** The options with which the image of a slide is shown. */
export type ImageDisplayOptions = Pick<Schemas['SlideImage'], 'fit' | 'focus' | 'alt' | 'caption' | 'is_whole_slide'>;

/** The display options of an image, without its addresses and state. */
export const imageOptionsOf = ({
  fit,
  focus,
  alt,
  caption,
  is_whole_slide,
}: Schemas['SlideImage']): ImageDisplayOptions => ({
  fit,
  focus,
  alt,
  caption,
  is_whole_slide,
});

/** The image of a slide, downloaded; undefined if it has none. */
export async function downloadSlideImage({ image }: Pick<Slide, 'image'>): Promise<SlideCopy['image']> {
  if (image?.url == null) return undefined;
  return { file: await downloadSignedFile(image.url), options: imageOptionsOf(image) };
}

/** Downloads the files of a slide for a copy, except its videos. Synthesized speech is not copied: the service finds it again by its text. */
export async function downloadSlideFilesForCopy(slide: Slide): Promise<SlideCopy> {
  const path = { id: slide.timeline_id, sid: slide.id };
  const image = downloadSlideImage(slide);
  const audio =
    slide.audio.status === 'ready'
      ? await requireSession().quietClient.get('/timelines/{id}/slides/{sid}/audio', { params: { path } })
      : undefined;
  const recording =
    audio?.source === 'uploaded' && audio.url !== null ? await downloadSignedFile(audio.url) : undefined;
  return {
    content: slideContentForRequest(slide),
    image: await image,
    pictures: await downloadSlidePictures(slide),
    recording,
  };
}

/** Downloads the files of a slide for a copy of it, and names its videos, which the service copies itself. */
export const downloadSlideCopyWithVideos = async (slide: Slide): Promise<SlideCopy> => ({
  ...(await downloadSlideFilesForCopy(slide)),
  videos: videoCopyRequestOfSlide(slide),
});

/** Uploads the image of a slide and sets its options. @throws Error for a type of file that is not supported */
export async function uploadSlideImage(
  path: { id: string; sid: string },
  file: Blob,
  { is_whole_slide = false, ...options }: Partial<ImageDisplayOptions> = {},
): Promise<Slide> {
  const contentType = requireImageType(file);
  const params = { path };
  const uploadedSlide = await requireSessionRecordingClient().upload('/timelines/{id}/slides/{sid}/images', file, {
    contentType,
    params,
    fields: options as Schemas['SlidePictureUploaded'],
  });
  if (!is_whole_slide) return uploadedSlide;
  return requireSessionRecordingClient().put('/timelines/{id}/slides/{sid}', {
    params,
    body: { image: { is_whole_slide } },
  });
}

/** The media type of a recording: by its file name, else by the type that the storage reported; undefined if it is not supported. */
const typeOfRecording = (file: Blob): RecordingMediaType | undefined => {
  const typeByName = file instanceof File ? recordingMediaTypeOf(file.name) : undefined;
  return (
    typeByName ??
    recordingMediaTypeOf(
      `.${file.type
        .replace(/^audio\/(x-)?/, '')
        .replace('mpeg', 'mp3')
        .replace('mp4', 'm4a')}`,
    )
  );
};

/**
 * Uploads a recording as the narration of a slide.
 * @returns the narration; undefined if the service answers none
 * @throws Error for a type of file that is not supported
 */
export async function uploadSlideRecording(
  path: { id: string; sid: string },
  file: Blob,
): Promise<Schemas['SlideAudio'] | undefined> {
  const contentType = typeOfRecording(file);
  if (contentType === undefined) throw new Error('This file type is not supported. Use MP3, WAV, OGG, FLAC or M4A.');
  const audioPath = '/timelines/{id}/slides/{sid}/audio';
  const announcement = await requireSessionRecordingClient().post(audioPath, {
    params: { path },
    body: { content_type: contentType, size_bytes: file.size },
  });
  if (!('upload' in announcement)) return announcement;
  await sendFileToUploadTarget(announcement.upload, file);
  const answer = await requireSessionRecordingClient().post(audioPath, {
    params: { path },
    body: { upload_id: announcement.upload.id },
  });
  return 'status' in answer ? answer : undefined;
}

/** Uploads the files of a copy to a new slide. @returns the slide with the files */
export async function uploadSlideCopyFiles(slide: Slide, { image, pictures, recording }: SlideCopy): Promise<Slide> {
  const path = { id: slide.timeline_id, sid: slide.id };
  let currentSlide = image ? await uploadSlideImage(path, image.file, image.options) : slide;
  if (pictures) currentSlide = await uploadCopiedSlidePictures(slide, pictures);
  if (recording) {
    const audio = await uploadSlideRecording(path, recording);
    if (audio)
      currentSlide = {
        ...currentSlide,
        audio: { status: audio.status, stale: audio.stale, duration_seconds: audio.duration_seconds },
      };
  }
  return currentSlide;
}

/** Creates a slide from a copy. @param position from 0 */
export async function createSlideFromCopy(timelineId: string, copy: SlideCopy, position: number): Promise<Slide> {
  const createdSlide = await requireSessionRecordingClient().post('/timelines/{id}/slides', {
    params: { path: { id: timelineId } },
    body: { ...slideContentWithoutItemPictures(copy.content), ...copy.videos, position },
  });
  return uploadSlideCopyFiles(createdSlide, copy);
}

/** Creates a copy of a timeline with all its files. @param onSlide called with the number of finished slides */
export async function duplicateTimeline(
  timeline: Schemas['Timeline'],
  onSlide: (slides: number) => void,
): Promise<Schemas['Timeline']> {
  const { background_audio: music } = timeline;
  const title = `Copy of ${timeline.title}`.slice(0, 200);
  const createdTimeline = await requireSessionRecordingClient().post('/timelines', {
    body: {
      ...timelineSettingsForCopy(timeline),
      ...videosOfTimelineCopy(timeline),
      title,
      slides: timeline.slides.map((slide) => ({
        ...slideContentWithoutItemPictures(slideContentForRequest(slide)),
        ...videoCopyRequestOfSlide(slide),
      })),
    },
  });
  for (const [index, slide] of createdTimeline.slides.entries()) {
    const original = timeline.slides[index];
    if (original) await uploadSlideCopyFiles(slide, await downloadSlideFilesForCopy(original));
    onSlide(index + 1);
  }
  if (music) {
    const file = await downloadSignedFile(music.url);
    const params = { path: { id: createdTimeline.id } };
    const contentType = typeOfRecording(file) ?? 'audio/flac';
    await requireSessionRecordingClient().upload('/timelines/{id}/background-audio', file, { contentType, params });
    const { volume, fade_in_seconds, fade_out_seconds, loop, duck } = music;
    const background_audio = { volume, fade_in_seconds, fade_out_seconds, loop, duck };
    await requireSessionRecordingClient().put('/timelines/{id}', { params, body: { background_audio } });
  }
  return createdTimeline;
}
