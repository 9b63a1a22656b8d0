import type { JobScope } from '../../kernel/scope.js'
import { storeDisposableDomains } from './disposable-domains.queries.js'

const maxBytes = 16 * 1024 * 1024
const domainPattern = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/

/**
 * Fetches the list of disposable email domains if a source is configured: a text with one domain per line. It extends the built-in list. A
 * failed fetch, or one without a domain, leaves the former list in place.
 */
export async function refreshDisposableDomains(scope: JobScope): Promise<void> {
  const { disposableDomainsUrl } = scope.config
  if (!disposableDomainsUrl) return
  const response = await scope.guardedClient.request(disposableDomainsUrl, { maxBytes })
  if (response.status !== 200) throw new Error(`${disposableDomainsUrl} responded with status ${response.status}`)
  const lines = response.body.toString('utf8').toLowerCase().split(/\s+/)
  const domains = [...new Set(lines.filter((line) => domainPattern.test(line)))]
  if (domains.length === 0) throw new Error(`${disposableDomainsUrl} lists no domains`)
  await storeDisposableDomains(scope, domains)
}
