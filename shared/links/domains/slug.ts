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

/** Redirects strip a leading `www.`, so a name with it would never match. */
export const hasWwwPrefix = (slug: string) => slug.startsWith('www.')

/** Whether the service itself uses this host: the shared short domain or the host of BASE_URL. */
export const isServiceHost = ({ baseUrl, shortDomain }: Config, slug: string) => slug === shortDomain || slug === new URL(baseUrl).hostname
