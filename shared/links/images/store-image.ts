import { openFileStore } from '../../kernel/file-store.js'
import { imageNeedsWorkspace, imageNotAnImage, imageTooLarge, previewImageNotHttps } from '../errors.js'
import type { LinkScope } from '../link-scope.js'
import { isImageDataUrl } from '../urls.js'
import { imageFileOf, maxImageBytes } from './image-file.js'

/** Returns the address of the image. An image sent as a data URL is stored first. */
export async function storeImage(
  { config, workspace }: LinkScope,
  image: string | null,
  isShownInPreviews: boolean,
): Promise<string | null> {
  if (image === null) return null
  const storedImages = `${config.baseUrl}/files/`
  if (!isImageDataUrl(image)) {
    // Pages with https do not load images with http.
    if (isShownInPreviews && !image.startsWith('https://') && !image.startsWith(storedImages)) throw previewImageNotHttps()
    return image
  }
  if (!workspace) throw imageNeedsWorkspace()
  const file = imageFileOf(image)
  if (!file) throw imageNotAnImage()
  if (file.body.length > maxImageBytes) throw imageTooLarge(maxImageBytes)
  await openFileStore(config).write(file.name, file.body)
  return storedImages + file.name
}
