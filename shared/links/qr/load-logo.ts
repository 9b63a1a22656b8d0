/** Fetches and decodes logos by URL, cached for 10 minutes because few logos are requested often. */
import { LRUCache } from 'lru-cache'
import { readStoredImage } from '../../files/index.js'
import { ExternalError } from '../../kernel/http-client/external-error.js'
import type { Scope } from '../../kernel/scope.js'
import { minutes, seconds } from '../../kernel/time.js'
import { decodeImageInWorker } from './decode-image-in-worker.js'
import { logoUnusable, ImageError } from './errors.js'
import type { LogoImage } from './image.js'

type LogoScope = Pick<Scope, 'guardedClient' | 'config'>

const logoCache = new LRUCache<string, LogoImage, LogoScope>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ rgba, file }) => rgba.length + file.length,
  ttl: minutes(10),
  fetchMethod: async (url, _, { context }) => fetchImage(url, context),
})

/** Rejects a URL that is not public, or that does not return a PNG or JPEG file within the limits. */
export async function loadLogo(scope: LogoScope, url: string): Promise<LogoImage> {
  try {
    return await logoCache.forceFetch(url, { context: scope })
  } catch (error) {
    throw error instanceof ExternalError || error instanceof ImageError ? logoUnusable(error.message) : error
  }
}

async function fetchImage(url: string, scope: LogoScope): Promise<LogoImage> {
  const stored = await readStoredImage(scope, url)
  if (stored) return decodeImageInWorker(stored)
  const { status, body } = await scope.guardedClient.request(url, {
    headers: { accept: 'image/png,image/jpeg' },
    timeoutMs: seconds(5),
    maxBytes: 1024 * 1024,
  })
  if (status < 200 || status > 299) throw new ImageError(`its URL returned status ${status}.`)
  return decodeImageInWorker(body)
}
