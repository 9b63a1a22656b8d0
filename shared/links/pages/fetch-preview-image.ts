import { z } from 'zod'
import { unprocessable } from '../../kernel/errors.js'
import { ExternalError } from '../../kernel/http-client/external-error.js'
import { type ExternalRequest, type ExternalResponse, openGuardedClient } from '../../kernel/http-client/guarded-client.js'
import { isInBucket } from '../../kernel/s3-file-store.js'
import type { Scope } from '../../kernel/scope.js'
import { seconds } from '../../kernel/time.js'
import { pageUrlField } from './fetch-page.js'

export const PreviewImageQuery = z.object({ url: pageUrlField })

/** Types that cannot contain scripts. */
export const previewImageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'] as const
const maxImageBytes = 5 * 1024 * 1024

/**
 * The image of a preview, for pages that load nothing from other origins. Rejects addresses that are not public, except those of the
 * installation's own bucket, files that are not images, and files larger than 5 MB.
 */
export async function fetchPreviewImage(
  scope: Pick<Scope, 'config' | 'guardedClient'>,
  { url }: z.infer<typeof PreviewImageQuery>,
): Promise<{ body: Buffer; type: string }> {
  const { s3 } = scope.config
  const response = s3 && isInBucket(s3, url) ? await requestObject(scope, url) : await requestImage(scope.guardedClient, url)
  const type = previewImageTypes.find((one) => [response.headers['content-type']].flat().join().toLowerCase().startsWith(one))
  if (response.status !== 200 || !type) throw unprocessable('The url does not return a PNG, JPEG, GIF, WebP or AVIF image.')
  return { body: Buffer.from(response.body), type }
}

/** Requests an object of the configured bucket, which may be at a private address. The object storage checks the signature of the address. */
async function requestObject({ config }: Pick<Scope, 'config'>, url: string): Promise<ExternalResponse> {
  const client = openGuardedClient({ allowPrivateTargets: true, userAgent: `Tributary (+${config.baseUrl})`, connections: 1 })
  try {
    // A redirect could lead to any other private address.
    return await requestImage(client, url, { maxRedirects: 0 })
  } finally {
    await client.close()
  }
}

async function requestImage(client: Scope['guardedClient'], url: string, options: ExternalRequest = {}): Promise<ExternalResponse> {
  const headers = { accept: previewImageTypes.join(',') }
  try {
    return await client.request(url, { headers, timeoutMs: seconds(5), maxBytes: maxImageBytes, ...options })
  } catch (error) {
    if (error instanceof ExternalError) throw unprocessable(error.message)
    throw error
  }
}
