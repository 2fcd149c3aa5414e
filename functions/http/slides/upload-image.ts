import { uploadSlideImage as contract } from '../../../lib/images/contract.ts';
import { announceImage, completeImage } from '../../../lib/images/upload-image.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { imageTools } from '../../../lib/runtime/images.ts';
import { slideView } from '../../../lib/timelines/view.ts';

export const handler = endpoint(contract, async ({ principal, params, body }) => {
  if (!('upload_id' in body)) return announceImage(imageTools(), principal, params, body);
  const { slide, position } = await completeImage(imageTools(), principal, params, body);
  return slideView(slide, position, imageTools().files);
});
