import type { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import type { RegisterDomain, RegisteredDomainResponse } from './domain-input.schema.js'
import { noRegistrar, type Registrar } from './registrar.js'
import { requireFreeSlug } from './require-free-slug.js'

/** Buys a domain through the registrar. Rejects a name that is already in use on this installation. */
export async function registerDomain(
  scope: WorkspaceScope,
  { domain }: RegisterDomain,
  registrar: Registrar = noRegistrar,
): Promise<z.infer<typeof RegisteredDomainResponse>> {
  return registrar.register(await requireFreeSlug(scope, domain))
}
