import { z } from 'zod'
import { unprocessable } from '../../kernel/errors.js'
import { ExternalError } from '../../kernel/http-client/external-error.js'
import type { ExternalResponse } from '../../kernel/http-client/guarded-client.js'
import type { Scope } from '../../kernel/scope.js'
import { seconds } from '../../kernel/time.js'
import { pageUrlField } from './fetch-page.js'

export const PreviewImageQuery = z.object({ url: pageUrlField })

/** Types that cannot contain scripts. */
export const previewImageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'] as const
const maxImageBytes = 5 * 1024 * 1024

/**
 * The image of a preview, for pages that load nothing from other origins. Rejects addresses that are not public, files that are not images,
 * and files larger than 5 MB.
 */
export async function fetchPreviewImage(
  { guardedClient }: Pick<Scope, 'guardedClient'>,
  { url }: z.infer<typeof PreviewImageQuery>,
): Promise<{ body: Buffer; type: string }> {
  const response = await requestImage(guardedClient, url)
  const type = previewImageTypes.find((one) => [response.headers['content-type']].flat().join().toLowerCase().startsWith(one))
  if (response.status !== 200 || !type) throw unprocessable('The url does not return a PNG, JPEG, GIF, WebP or AVIF image.')
  return { body: Buffer.from(response.body), type }
}

async function requestImage(client: Scope['guardedClient'], url: string): Promise<ExternalResponse> {
  try {
    return await client.request(url, { headers: { accept: previewImageTypes.join(',') }, timeoutMs: seconds(5), maxBytes: maxImageBytes })
  } catch (error) {
    if (error instanceof ExternalError) throw unprocessable(error.message)
    throw error
  }
}
