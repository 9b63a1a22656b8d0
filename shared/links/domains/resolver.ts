/** DNS resolver for the checks of short domains. */
import { promises as dns } from 'node:dns'
import { seconds } from '../../kernel/time.js'

/** Each method returns an empty list if the record or name does not exist, and rejects if no server responds. */
export interface Resolver {
  txt(name: string): Promise<string[]>
  cname(name: string): Promise<string[]>
  /** A and AAAA addresses, after following CNAME records. */
  addresses(name: string): Promise<string[]>
  /** Whether the name is a zone apex, where a CNAME record is not allowed. */
  isZone(name: string): Promise<boolean>
}

/** Queries the given servers, or the system resolvers if the list is empty. */
export function dnsResolver(servers: readonly string[]): Resolver {
  const resolver = new dns.Resolver({ timeout: seconds(2), tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return {
    txt: async (name) => (await emptyIfMissing(resolver.resolveTxt(name))).map((parts) => parts.join('')),
    cname: async (name) => (await emptyIfMissing(resolver.resolveCname(name))).map(normaliseHostname),
    addresses: async (name) =>
      (await Promise.all([emptyIfMissing(resolver.resolve4(name)), emptyIfMissing(resolver.resolve6(name))])).flat(),
    // A CNAME would return the SOA of its target.
    isZone: async (name) =>
      (await emptyIfMissing(resolver.resolveCname(name))).length === 0 &&
      (await emptyIfMissing(resolver.resolveSoa(name).then((soa) => [soa]))).length > 0,
  }
}

const normaliseHostname = (name: string) => name.toLowerCase().replace(/\.$/, '')

const missingCodes = new Set(['ENOTFOUND', 'ENODATA', 'ENONAME'])

async function emptyIfMissing<Found>(query: Promise<Found[]>): Promise<Found[]> {
  try {
    return await query
  } catch (error) {
    if (missingCodes.has((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}
