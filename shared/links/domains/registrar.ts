/** Whoever sells names of domains. An outside system: an installation connects one, or goes without. */
import type { z } from 'zod'
import { registrarMissing } from '../errors.js'
import type { DomainStatus, RegisteredDomainAnswer } from './domain-input.schema.js'

export interface Registrar {
  register(domain: string): Promise<z.infer<typeof RegisteredDomainAnswer>>
  statusOf(domains: readonly string[]): Promise<z.infer<typeof DomainStatus>[]>
}

/** Says that there is none. */
export const noRegistrar: Registrar = {
  register: async () => Promise.reject(registrarMissing()),
  statusOf: async () => Promise.reject(registrarMissing()),
}
