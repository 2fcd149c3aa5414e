import type { Schemas } from '#front/client/client.ts';
import { requireImageType } from './deck-type.ts';
import { downloadSignedFile } from './read-file.ts';
import { uploadImageFile } from './send-upload.ts';
import { requireSessionRecordingClient } from './session.ts';
import { slideContentForRequest } from './slide-content.ts';

type Slide = Schemas['Slide'];
type Image = Schemas['SlideImage'];

/** A downloaded picture with the options that say how it is shown. */
interface CopiedPicture {
  file: Blob;
  options: Pick<Image, 'fit' | 'focus' | 'alt' | 'caption'>;
}

/** The pictures of a slide other than its image: `images`, and those of `items`, undefined for an item without one. */
export interface CopiedSlidePictures {
  images: CopiedPicture[];
  items: (CopiedPicture | undefined)[];
}

async function downloadPicture({ url, fit, focus, alt, caption }: Image): Promise<CopiedPicture | undefined> {
  return url === null ? undefined : { file: await downloadSignedFile(url), options: { fit, focus, alt, caption } };
}

/** Downloads the pictures of a slide other than its image; undefined if it has none. */
export async function downloadSlidePictures({ images, items }: Slide): Promise<CopiedSlidePictures | undefined> {
  const [slideImages, itemPictures] = await Promise.all([
    Promise.all(images.map(downloadPicture)),
    Promise.all((items ?? []).map(({ image }) => (image === null ? undefined : downloadPicture(image)))),
  ]);
  const downloadedImages = slideImages.filter((picture) => picture !== undefined);
  return downloadedImages.length > 0 || itemPictures.some((picture) => picture)
    ? { images: downloadedImages, items: itemPictures }
    : undefined;
}

/** Uploads a picture that a slide is to name. @throws Error for a type of file that is not supported */
async function uploadPicture({ file, options }: CopiedPicture): Promise<Schemas['SlideImageFromUpload']> {
  return { upload_id: await uploadImageFile(file, requireImageType(file)), ...options };
}

/** Uploads the pictures of a copy and gives them to a slide with the same items. @returns the slide, whose pictures are being fetched */
export async function uploadCopiedSlidePictures(slide: Slide, { images, items }: CopiedSlidePictures): Promise<Slide> {
  const path = { id: slide.timeline_id, sid: slide.id };
  const uploadedImages = await Promise.all(images.map(uploadPicture));
  const uploadedItemPictures = await Promise.all(items.map(async (picture) => picture && uploadPicture(picture)));
  const currentItems = slideContentForRequest(slide).items ?? [];
  const itemsWithPictures = currentItems.map((item, index) => ({ ...item, image: uploadedItemPictures[index] }));
  const body = {
    ...(uploadedImages.length > 0 ? { images: uploadedImages } : {}),
    ...(uploadedItemPictures.some(Boolean) ? { items: itemsWithPictures } : {}),
  };
  return requireSessionRecordingClient().put('/timelines/{id}/slides/{sid}', { params: { path }, body });
}
