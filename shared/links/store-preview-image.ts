import { isImageDataUrl, isStoredImage, storeImage } from '../files/index.js'
import { imageNeedsWorkspace, previewImageNotHttps } from './errors.js'
import type { LinkScope } from './link-scope.js'

/** Returns the address of the image of a link. Requests and jobs have stored images that were sent as data URLs, if they are usable. */
export async function storePreviewImage(scope: LinkScope, image: string | null, isShownInPreviews: boolean): Promise<string | null> {
  if (image === null) return null
  if (isImageDataUrl(image) && !scope.workspace) throw imageNeedsWorkspace()
  const address = await storeImage(scope, 'image', image)
  // Pages with https do not load images with http.
  if (isShownInPreviews && !address.startsWith('https://') && !isStoredImage(scope, address)) throw previewImageNotHttps()
  return address
}
