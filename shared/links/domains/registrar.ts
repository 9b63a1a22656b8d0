/** Domain registrar: an optional external system that sells domain names. */
import type { z } from 'zod'
import { registrarNotConfigured } from '../errors.js'
import type { DomainStatus, RegisteredDomainResponse } from './domain-input.schema.js'

export interface Registrar {
  register(domain: string): Promise<z.infer<typeof RegisteredDomainResponse>>
  statusOf(domains: readonly string[]): Promise<z.infer<typeof DomainStatus>[]>
}

/** Used without a registrar: rejects every call. */
export const noRegistrar: Registrar = {
  register: async () => Promise.reject(registrarNotConfigured()),
  statusOf: async () => Promise.reject(registrarNotConfigured()),
}
