import { uploadSlideImage as contract } from '../../../lib/images/contract.ts';
import { importImage, sendImage } from '../../../lib/images/send-image.ts';
import { announceImage, completeImage } from '../../../lib/images/upload-image.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { imageTools } from '../../../lib/runtime/images.ts';
import type { PlacedSlide } from '../../../lib/timelines/edit-slides.ts';
import { slideView } from '../../../lib/timelines/view.ts';

export const handler = endpoint(contract, async ({ principal, params, body, file, announce }) => {
  const tools = imageTools();
  const announceSlide = async (placed: PlacedSlide) => announce(await slideView(placed, tools.files));
  if (file) await sendImage(tools, principal, params, file, announceSlide);
  else if ('url' in body) await importImage(tools, principal, params, body, announceSlide);
  else if ('upload_id' in body) await completeImage(tools, principal, params, body, announceSlide);
  else await announceImage(tools, principal, params, body, announce);
});
