import type { Schemas } from '#front/client/client.ts';
import { requireImageType } from './deck-type.ts';
import { downloadSignedFile } from './read-file.ts';
import { sendImageUpload } from './send-upload.ts';
import { requireCallRecordingClient } from './session.ts';
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

async function readPicture({ url, fit, focus, alt, caption }: Image): Promise<CopiedPicture | undefined> {
  return url === null ? undefined : { file: await downloadSignedFile(url), options: { fit, focus, alt, caption } };
}

/** Downloads the pictures of a slide other than its image; undefined if it has none. */
export async function downloadSlidePictures({ images, items }: Slide): Promise<CopiedSlidePictures | undefined> {
  const [own, ofItems] = await Promise.all([
    Promise.all(images.map(readPicture)),
    Promise.all((items ?? []).map(({ image }) => (image === null ? undefined : readPicture(image)))),
  ]);
  const found = own.filter((picture) => picture !== undefined);
  return found.length > 0 || ofItems.some((picture) => picture) ? { images: found, items: ofItems } : undefined;
}

/** Uploads a picture that a slide is to name. @throws Error for a type of file that is not supported */
async function uploaded({ file, options }: CopiedPicture): Promise<Schemas['SlideImageFromUpload']> {
  return { upload_id: await sendImageUpload(file, requireImageType(file)), ...options };
}

/** Uploads the pictures of a copy and gives them to a slide with the same items. @returns the slide, whose pictures are being fetched */
export async function uploadSlidePictures(slide: Slide, { images, items }: CopiedSlidePictures): Promise<Slide> {
  const path = { id: slide.timeline_id, sid: slide.id };
  const own = await Promise.all(images.map(uploaded));
  const ofItems = await Promise.all(items.map(async (picture) => picture && uploaded(picture)));
  const present = slideContentForRequest(slide).items ?? [];
  const changed = present.map((item, index) => ({ ...item, image: ofItems[index] }));
  const body = { ...(own.length > 0 ? { images: own } : {}), ...(ofItems.some(Boolean) ? { items: changed } : {}) };
  return requireCallRecordingClient().put('/timelines/{id}/slides/{sid}', { params: { path }, body });
}
