/** Logos by their address, kept for a while: the same few are asked for again and again. */
import { LRUCache } from 'lru-cache'
import type { GuardedClient } from '../../kernel/guarded-client.js'
import { OutsideError } from '../../kernel/outside-error.js'
import { minutes, seconds } from '../../kernel/time.js'
import { logoUnusable, PictureError } from './errors.js'
import type { Picture } from './picture.js'
import { readPicture } from './read-picture.js'

const fetched = new LRUCache<string, Picture, GuardedClient>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ rgba, file }) => rgba.length + file.length,
  ttl: minutes(10),
  fetchMethod: async (url, _, { context }) => fetchPicture(url, context),
})

/** Refuses an address that may not be asked or does not lead to a PNG or JPEG file of moderate size. */
export async function loadLogo(client: GuardedClient, url: string): Promise<Picture> {
  try {
    return await fetched.forceFetch(url, { context: client })
  } catch (error) {
    throw error instanceof OutsideError || error instanceof PictureError ? logoUnusable(error.message) : error
  }
}

async function fetchPicture(url: string, client: GuardedClient): Promise<Picture> {
  const { status, body } = await client.request(url, {
    headers: { accept: 'image/png,image/jpeg' },
    within: seconds(5),
    maxBytes: 1024 * 1024,
  })
  if (status < 200 || status > 299) throw new PictureError(`its address answers with status ${status}.`)
  return readPicture(body)
}
