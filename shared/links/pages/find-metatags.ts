import { z } from 'zod'
import { digest } from '../../kernel/contract.js'
import type { Scope } from '../../kernel/scope.js'
import { minutes } from '../../kernel/time.js'
import { cutText, isPictureData, isPublicHttpUrl } from '../urls.js'
import { askPage, pageUrl } from './ask-page.js'
import type { PageHead } from './page-head.js'
import { pageText } from './page-text.js'

export const FindMetatags = z.object({ url: pageUrl })

const Metatags = z.object({ title: z.string(), description: z.string(), image: z.string().nullable(), poweredBy: z.string() })
export type Metatags = z.infer<typeof Metatags>

/** How long an answer may be used again. */
export const metatagsKeep = minutes(5)

/** The head of a page lies in its beginning, also where scripts come first. */
const headBytes = 512 * 1024
const longestText = 1000
const noDescription = 'No description'

/** What a preview of the page would show. A page that can't be read still gets a title, from its address. */
export async function findMetatags(scope: Scope, { url }: z.infer<typeof FindMetatags>): Promise<Metatags> {
  const key = `metatags:${digest(url)}`
  const known = await scope.store.get(key)
  if (known) return Metatags.parse(JSON.parse(known))
  const page = await askPage(scope.guardedClient, url, headBytes)
  const isPage = page && /^(text\/html|application\/xhtml\+xml|$)/i.test(headerText(page.headers['content-type']))
  const { readHead } = await import('./page-head.js') // with the first page: its parser is large
  const head = isPage ? readHead(pageText(page.body, headerText(page.headers['content-type']))) : null
  const metatags = present(head, page?.url ?? url)
  await scope.store.set(key, JSON.stringify(metatags), metatagsKeep)
  return metatags
}

const headerText = (value: string | string[] | undefined) => [value ?? ''].flat().join()

function present(head: PageHead | null, url: string): Metatags {
  return {
    title: cutText(head?.title ?? titleFromAddress(url), longestText),
    description: cutText(head?.description ?? noDescription, longestText),
    image: head?.image ? pageImage(head.image, url) : null,
    poweredBy: 'Tributary',
  }
}

/** The last step of the path, else the host. */
export function titleFromAddress(url: string): string {
  const { pathname, hostname } = new URL(url)
  const step = pathname.split('/').findLast(Boolean) ?? hostname
  try {
    return decodeURIComponent(step)
  } catch {
    return step // malformed escapes stay as they are
  }
}

/** The whole address of a page's image, or the picture itself where the page carries it; null where visitors couldn't load it. */
export function pageImage(image: string, page: string): string | null {
  if (isPictureData(image)) return image
  if (!URL.canParse(image, page)) return null
  const { href } = new URL(image, page)
  return isPublicHttpUrl(href) ? href : null
}
