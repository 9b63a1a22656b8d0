import type { FileStoreConfig } from '../kernel/file-store.js'
import { openFileStore } from '../kernel/open-file-store.js'
import { fileFormatUnknown, imageNotAnImage, imageTooLarge } from './errors.js'
import { isImageDataUrl } from './image-data-url.js'
import { contentTypeOf, fileOf, imageFileOf, isNameOf, maxImageBytes, type NamedFile } from './image-file.js'

type WithConfig = { config: FileStoreConfig }

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
  return write(scope, field, file)
}

/** The address of a stored file at this installation for an address of the same file at another; other texts are returned unchanged. */
export const ownAddress = (scope: WithConfig, text: string) =>
  text.replace(/^https?:\/\/[^/]+\/files\/(?=[\w-]{43}\.\w+$)/, addressPrefix(scope))

/** Stores a file of an archive under its name. Returns false if the name is not that of the content. */
export async function storeArchivedFile(scope: WithConfig, name: string, body: Buffer): Promise<boolean> {
  if (!contentTypeOf(name) || body.length > maxImageBytes || !isNameOf(name, body)) return false
  await openFileStore(scope.config).write(name, body)
  return true
}

export interface StoredFile {
  address: string
  /** Bytes. */
  size: number
}

/** Stores an image or a document that was sent as a data URL. */
export async function storeFile(scope: WithConfig, field: string, dataUrl: string): Promise<StoredFile> {
  const file = fileOf(dataUrl)
  if (!file) throw fileFormatUnknown(field)
  return { address: await write(scope, field, file), size: file.body.length }
}

async function write(scope: WithConfig, field: string, { name, body }: NamedFile): Promise<string> {
  if (body.length > maxImageBytes) throw imageTooLarge(field, maxImageBytes)
  await openFileStore(scope.config).write(name, body)
  return addressPrefix(scope) + name
}
