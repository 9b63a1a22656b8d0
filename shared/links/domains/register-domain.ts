import type { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import type { RegisterDomain, RegisteredDomainAnswer } from './domain-input.schema.js'
import { noRegistrar, type Registrar } from './registrar.js'
import { requireFreeSlug } from './require-slug.js'

/** Buys a name through the registrar. Refused where the name is in use here. */
export async function registerDomain(
  scope: WorkspaceScope,
  { domain }: RegisterDomain,
  registrar: Registrar = noRegistrar,
): Promise<z.infer<typeof RegisteredDomainAnswer>> {
  return registrar.register(await requireFreeSlug(scope, domain))
}
