/** Outgoing connections to allowed addresses only. The check applies to the very addresses that are connected to, at connect time. */
import { lookup, Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import type { buildConnector } from 'undici'
import { ExternalError } from './external-error.js'

/** Resolves a host name to its addresses. A host without any yields an empty list or an error. */
export type Resolve = (host: string) => Promise<string[]>

export interface Guard {
  resolve: Resolve
  isAllowed(address: string): boolean
}

/**
 * A connector that resolves the host once and connects to one of the addresses it has checked. There is no second look-up that could return
 * another address (DNS rebinding). A host with any address that is not allowed is refused.
 */
export function guardedConnector(build: typeof buildConnector, { resolve, isAllowed }: Guard, timeout: number): buildConnector.connector {
  const guardedLookup: LookupFunction = (host, { all }, callback) => {
    resolveAllowed(host, { resolve, isAllowed }).then(
      (found) => (all ? callback(null, found) : callback(null, found[0]?.address ?? '', found[0]?.family ?? 4)),
      (error: Error) => callback(error, []),
    )
  }
  const connect = build({ timeout, lookup: guardedLookup, autoSelectFamily: true })
  return (options, callback) => {
    // An IP literal is connected to without a look-up.
    const host = hostWithoutBrackets(options.hostname)
    if (isIP(host) && !isAllowed(host)) return callback(notPublicError(host), null)
    connect(options, callback)
  }
}

/** Resolves a host. Throws `ExternalError` when it has no address or one that is not allowed. */
export async function resolveAllowed(host: string, { resolve, isAllowed }: Guard): Promise<{ address: string; family: number }[]> {
  const addresses = await resolve(host).catch(() => [])
  if (addresses.length === 0) throw new ExternalError('unreachable', `The host ${host} was not found.`)
  if (!addresses.every(isAllowed)) throw notPublicError(host)
  return addresses.map((address) => ({ address, family: isIP(address) }))
}

export const notPublicError = (host: string) => new ExternalError('refused', `The host ${host} does not resolve to a public address.`)

export const hostWithoutBrackets = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

/**
 * A resolver that queries name servers directly. Entries of the local hosts file are never public, and the system's look-up would occupy
 * one of the few threads that file access and compression share.
 */
export function publicResolver(): Resolve {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  return async (host) => {
    const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  }
}

/** The operating system's resolver, including the hosts file. */
export const systemResolver: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)
