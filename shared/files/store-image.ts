import type { Config } from '../kernel/config.js'
import { openFileStore } from '../kernel/file-store.js'
import { imageNotAnImage, imageTooLarge } from './errors.js'
import { isImageDataUrl } from './image-data-url.js'
import { imageFileOf, maxImageBytes } from './image-file.js'

type WithConfig = { config: Pick<Config, 'baseUrl' | 'dataDir'> }

const addressPrefix = ({ config }: WithConfig) => `${config.baseUrl}/files/`

/** Whether the text is the address of an image stored here. */
export const isStoredImage = (scope: WithConfig, text: string) => text.startsWith(addressPrefix(scope))

/**
 * Returns the address of the image. An image sent as a data URL is stored first; other texts are returned unchanged. `field` is its name in
 * error messages.
 */
export async function storeImage(scope: WithConfig, field: string, image: string): Promise<string> {
  if (!isImageDataUrl(image)) return image
  const file = imageFileOf(image)
  if (!file) throw imageNotAnImage(field)
  if (file.body.length > maxImageBytes) throw imageTooLarge(field, maxImageBytes)
  await openFileStore(scope.config).write(file.name, file.body)
  return addressPrefix(scope) + file.name
}
