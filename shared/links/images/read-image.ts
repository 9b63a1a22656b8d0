import { z } from 'zod'
import { openFileStore } from '../../kernel/file-store.js'
import type { Scope } from '../../kernel/scope.js'
import { imageNotFound } from '../errors.js'
import { imageTypeOf } from './image-file.js'

export const ImageParams = z.object({ name: z.string() })

/** An image that was sent with a link. Anyone may read it: it is shown in public previews. */
export async function readImage({ config }: Scope, { name }: z.infer<typeof ImageParams>): Promise<{ body: Buffer; contentType: string }> {
  const contentType = imageTypeOf(name)
  const body = contentType && (await openFileStore(config).read(name))
  if (!contentType || !body) throw imageNotFound()
  return { body, contentType }
}
