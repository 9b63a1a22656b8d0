import { z } from 'zod'
import { isImageDataUrl } from '../../files/index.js'
import { digestJson } from '../../kernel/hash.js'
import type { Scope } from '../../kernel/scope.js'
import { minutes } from '../../kernel/time.js'
import { truncateText, isPublicHttpUrl } from '../urls.js'
import { decodePageText } from './decode-page-text.js'
import { fetchPage, pageUrlField } from './fetch-page.js'
import type { PageHead } from './page-head.js'

export const FindMetatags = z.object({ url: pageUrlField })

const Metatags = z.object({ title: z.string(), description: z.string(), image: z.string().nullable(), poweredBy: z.string() })
export type Metatags = z.infer<typeof Metatags>

/** Cache lifetime of a result. */
export const metatagsTtlMs = minutes(5)

/** Large enough to contain the head, even of pages that start with scripts. */
const maxHeadBytes = 512 * 1024
const maxTextLength = 1000
const noDescription = 'No description'

/**
 * Title, description and image for a preview of the page. For a page that cannot be read, the title is derived from its URL; this is not
 * cached, because the next request may succeed.
 */
export async function findMetatags(
  scope: Scope,
  { url }: z.infer<typeof FindMetatags>,
): Promise<{ metatags: Metatags; isCacheable: boolean }> {
  const key = `metatags:${digestJson(url)}`
  const cached = await scope.store.get(key)
  if (cached) return { metatags: Metatags.parse(JSON.parse(cached)), isCacheable: true }
  const page = await fetchPage(scope.guardedClient, url, maxHeadBytes)
  if (!page) return { metatags: present(null, url), isCacheable: false }
  const isHtml = /^(text\/html|application\/xhtml\+xml|$)/i.test(joinHeader(page.headers['content-type']))
  const { parsePageHead } = await import('./page-head.js') // loaded on first use: the parser is large
  const head = isHtml ? await parsePageHead(decodePageText(page.body, joinHeader(page.headers['content-type']))) : null
  const metatags = present(head, page.url)
  await scope.store.set(key, JSON.stringify(metatags), metatagsTtlMs)
  return { metatags, isCacheable: true }
}

const joinHeader = (value: string | string[] | undefined) => [value ?? ''].flat().join()

function present(head: PageHead | null, url: string): Metatags {
  return {
    title: truncateText(head?.title ?? titleFromUrl(url), maxTextLength),
    description: truncateText(head?.description ?? noDescription, maxTextLength),
    image: head?.image ? resolvePageImage(head.image, url) : null,
    poweredBy: 'Tributary',
  }
}

/** The last segment of the path, or the host if the path is empty. */
export function titleFromUrl(url: string): string {
  const { pathname, hostname } = new URL(url)
  const segment = pathname.split('/').findLast(Boolean) ?? hostname
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment // malformed escapes are left as they are
  }
}

/** Absolute URL of a page image, or its data URL if inlined; null if visitors could not load it. */
export function resolvePageImage(image: string, page: string): string | null {
  if (isImageDataUrl(image)) return image
  if (!URL.canParse(image, page)) return null
  const { href } = new URL(image, page)
  return isPublicHttpUrl(href) ? href : null
}
