/** What the DNS says about a domain. */
import { promises as dns } from 'node:dns'
import { seconds } from '../../kernel/time.js'

/** Each answer is empty where there is no such record or no such name; rejects where nobody could be asked. */
export interface Resolver {
  txt(name: string): Promise<string[]>
  cname(name: string): Promise<string[]>
  /** Of both kinds, A and AAAA, behind all CNAME records. */
  addresses(name: string): Promise<string[]>
  /** Whether a zone begins at the name: there no CNAME record is possible. */
  isZone(name: string): Promise<boolean>
}

/** Asks the given servers, or those of the machine. */
export function dnsResolver(servers: readonly string[]): Resolver {
  const resolver = new dns.Resolver({ timeout: seconds(2), tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return {
    txt: async (name) => (await present(resolver.resolveTxt(name))).map((parts) => parts.join('')),
    cname: async (name) => (await present(resolver.resolveCname(name))).map(plain),
    addresses: async (name) => (await Promise.all([present(resolver.resolve4(name)), present(resolver.resolve6(name))])).flat(),
    // An alias would answer with the zone of its target.
    isZone: async (name) =>
      (await present(resolver.resolveCname(name))).length === 0 &&
      (await present(resolver.resolveSoa(name).then((soa) => [soa]))).length > 0,
  }
}

const plain = (name: string) => name.toLowerCase().replace(/\.$/, '')

const absences = new Set(['ENOTFOUND', 'ENODATA', 'ENONAME'])

async function present<Found>(asked: Promise<Found[]>): Promise<Found[]> {
  try {
    return await asked
  } catch (error) {
    if (absences.has((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}
