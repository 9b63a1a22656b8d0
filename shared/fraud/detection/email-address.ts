/** Comparison of email addresses. */
import { disposableDomains, freeDomains } from './email-domains.js'

const dotInsensitive = new Set(['gmail.com', 'googlemail.com'])

/** The domain of the address in lower case; null if it has none. */
export function emailDomain(email: string): string | null {
  const at = email.lastIndexOf('@')
  return at < 0
    ? null
    : email
        .slice(at + 1)
        .trim()
        .toLowerCase() || null
}

/** Addresses that reach the same mailbox are equal in this form. */
export function canonicalEmail(email: string): string {
  const text = email.trim().toLowerCase()
  const at = text.lastIndexOf('@')
  if (at < 0) return text
  const domain = text.slice(at + 1)
  const mailbox = text.slice(0, at).split('+')[0] ?? ''
  return dotInsensitive.has(domain) ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`
}

/** Whether anyone can get an address with this domain. */
export const isFreeDomain = (domain: string) => freeDomains.has(domain)

/** Whether addresses with this domain, or a domain above it, are thrown away after use. */
export function isDisposableDomain(domain: string): boolean {
  const parts = domain.split('.')
  return parts.some((_, index) => disposableDomains.has(parts.slice(index).join('.')))
}
