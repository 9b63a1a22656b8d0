/** Domain registrar: an optional external system that sells domain names. */
import type { z } from 'zod'
import type { Scope } from '../../kernel/scope.js'
import { registrarNotConfigured } from '../errors.js'
import type { DomainStatus, RegisteredDomainResponse } from './domain-input.schema.js'
import { dynadot } from './dynadot.js'

export type Registration = z.infer<typeof RegisteredDomainResponse>

/** Methods throw `UnansweredOrder` if the registrar gives no clear answer, and another `ServiceError` if it refuses. */
export interface Registrar {
  /** Buys the name for a year. */
  register(domain: string, options: { isPremium: boolean }): Promise<Registration>
  /** Pays for another year, unless a fee for late renewals would be due. */
  renew(domain: string): Promise<Registration>
  /** What another year costs now, in cents. Null if the registrar names no price. */
  renewalPriceOf(domain: string): Promise<number | null>
  /** When the registration of a name in the account ends. Null if the account does not have the name. */
  endOf(domain: string): Promise<Date | null>
  statusOf(domains: readonly string[]): Promise<z.infer<typeof DomainStatus>[]>
}

/** The registrar that the installation is configured with. Throws if there is none. */
export function openRegistrar(scope: Pick<Scope, 'config' | 'guardedClient'>): Registrar {
  const { apiKey, apiUrl } = scope.config.dynadot
  if (!apiKey) throw registrarNotConfigured()
  return dynadot(scope.guardedClient, apiUrl, apiKey)
}
