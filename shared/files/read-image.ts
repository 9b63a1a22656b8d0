import { z } from 'zod'
import { openFileStore } from '../kernel/open-file-store.js'
import type { Scope } from '../kernel/scope.js'
import { imageNotFound } from './errors.js'
import { contentTypeOf } from './image-file.js'
import { isStoredImage } from './store-image.js'

export const ImageParams = z.object({ name: z.string() })

/** A file that a caller sent. Anyone who knows its address may read it. */
export async function readImage(
  { config }: Pick<Scope, 'config'>,
  { name }: z.infer<typeof ImageParams>,
): Promise<{ body: Buffer; contentType: string }> {
  const contentType = contentTypeOf(name)
  const body = contentType && (await openFileStore(config).read(name))
  if (!contentType || !body) throw imageNotFound()
  return { body, contentType }
}

/** The image at an address of this installation; null for other addresses. */
export async function readStoredImage(scope: Pick<Scope, 'config'>, address: string): Promise<Buffer | null> {
  if (!isStoredImage(scope, address)) return null
  return (await readImage(scope, { name: address.slice(address.lastIndexOf('/') + 1) })).body
}
