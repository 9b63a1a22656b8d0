/** Rules for the name of a domain. Pure. */
import { domainToASCII } from 'node:url'
import type { Config } from '../../kernel/config.js'

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/** The name as it is kept: lower case, ASCII (punycode). Null for a text that is no name of a host in the public DNS. */
export function slugOf(text: string): string | null {
  const slug = domainToASCII(text.trim().toLowerCase())
  const labels = slug.split('.')
  const isHost = slug.length <= 190 && labels.length >= 2 && labels.every((one) => label.test(one))
  return isHost && /[a-z]/.test(labels.at(-1) ?? '') ? slug : null
}

/** `www.` reaches the domain without it; such a name would never be asked for. */
export const beginsWithWww = (slug: string) => slug.startsWith('www.')

/** Names under which the service itself answers. */
export const isOfService = ({ baseUrl, shortDomain }: Config, slug: string) => slug === shortDomain || slug === new URL(baseUrl).hostname
