import { uploadSlideImageContract } from '../../../lib/images/contract.ts';
import { importImage, sendImage } from '../../../lib/images/send-image.ts';
import { announceImage, completeImage } from '../../../lib/images/upload-image.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { imageDeps } from '../../../lib/runtime/images.ts';
import type { PlacedSlide } from '../../../lib/timelines/edit-slides.ts';
import { slideView } from '../../../lib/timelines/view.ts';

export const handler = endpoint(uploadSlideImageContract, async ({ principal, params, body, file, announce }) => {
  const deps = imageDeps();
  const announceSlide = async (placed: PlacedSlide) => announce(await slideView(placed, deps.files));
  if (file) await sendImage(deps, principal, params, file, announceSlide);
  else if ('url' in body) await importImage(deps, principal, params, body, announceSlide);
  else if ('upload_id' in body) await completeImage(deps, principal, params, body, announceSlide);
  else await announceImage(deps, principal, params, body, announce);
});
