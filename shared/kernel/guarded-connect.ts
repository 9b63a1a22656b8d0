/** Connections that lead only where they may. The check is on the very addresses that are connected to, at the time of connecting. */
import { lookup, Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import type { buildConnector } from 'undici'
import { OutsideError } from './outside-error.js'

/** The addresses of a host name; an empty list or an error when it has none. */
export type Resolve = (host: string) => Promise<string[]>

export interface Guard {
  resolve: Resolve
  mayReach(address: string): boolean
}

/**
 * Every new connection resolves its name once and connects to one of the addresses that were checked, so there is no second look-up in
 * which the name could lead elsewhere. One forbidden address among the answers is enough to refuse the name.
 */
export function guardedConnector(build: typeof buildConnector, { resolve, mayReach }: Guard, timeout: number): buildConnector.connector {
  const checkedLookup: LookupFunction = (host, { all }, callback) => {
    checkedAddresses(host, { resolve, mayReach }).then(
      (found) => (all ? callback(null, found) : callback(null, found[0]?.address ?? '', found[0]?.family ?? 4)),
      (error: Error) => callback(error, []),
    )
  }
  const connect = build({ timeout, lookup: checkedLookup, autoSelectFamily: true })
  return (options, callback) => {
    // A literal address is connected to without a look-up.
    const host = bareHost(options.hostname)
    if (isIP(host) && !mayReach(host)) return callback(notPublic(host), null)
    connect(options, callback)
  }
}

/** The addresses of a name, or `OutsideError`. */
export async function checkedAddresses(host: string, { resolve, mayReach }: Guard): Promise<{ address: string; family: number }[]> {
  const addresses = await resolve(host).catch(() => [])
  if (addresses.length === 0) throw new OutsideError('unreachable', `The host ${host} was not found.`)
  if (!addresses.every(mayReach)) throw notPublic(host)
  return addresses.map((address) => ({ address, family: isIP(address) }))
}

export const notPublic = (host: string) => new OutsideError('refused', `The host ${host} does not lead to a public address.`)

export const bareHost = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

/**
 * Asks name servers only: entries of this machine's own hosts file are never public, and the system's look-up would occupy one of the few
 * threads that file access and compression share.
 */
export function publicResolver(): Resolve {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  return async (host) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  }
}

/** As every other program of this machine resolves names. */
export const systemResolver: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)
