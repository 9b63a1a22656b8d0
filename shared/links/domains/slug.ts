/** Rules for domain names. Pure. */
import { domainToASCII } from 'node:url'
import type { Config } from '../../kernel/config.js'

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/** A complete name may end with a dot. */
const trimmed = (text: string) => text.trim().toLowerCase().replace(/\.$/, '')

/** The stored form: lower case, ASCII (punycode). Null if the text is not a valid public host name. */
export function normaliseSlug(text: string): string | null {
  const slug = domainToASCII(trimmed(text))
  const labels = slug.split('.')
  const isHost = slug.length <= 190 && labels.length >= 2 && labels.every((part) => label.test(part))
  return isHost && /[a-z]/.test(labels.at(-1) ?? '') ? slug : null
}

/** The form in which a requested domain is looked up. Texts that are no host names only get lower case. */
export function asciiDomain(text: string): string {
  const lower = trimmed(text)
  return /^[\0-\x7f]*$/.test(lower) ? lower : domainToASCII(lower) || lower
}

const www = 'www.'

/** Own domains have no `www.`: requests with it are answered as well. Only a domain of the service may begin with it. */
export const hasWwwPrefix = (slug: string) => slug.startsWith(www)

/** The names of domains that a request may mean: the name itself, else the one without `www.`. */
export function requestedSlugs(text: string): string[] {
  const slug = asciiDomain(text)
  return hasWwwPrefix(slug) ? [slug, slug.slice(www.length)] : [slug]
}

/** What `find` returns for the first of the names that a request may mean. */
export async function findByName<Found>(text: string, find: (slug: string) => Promise<Found | null>): Promise<Found | null> {
  for (const slug of requestedSlugs(text)) {
    const found = await find(slug)
    if (found !== null) return found
  }
  return null
}

/** Whether the service itself uses this host: the shared short domain or the host of BASE_URL. */
export const isServiceHost = ({ baseUrl, shortDomain }: Config, slug: string) => slug === shortDomain || slug === new URL(baseUrl).hostname
