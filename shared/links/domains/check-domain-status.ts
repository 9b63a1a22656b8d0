import type { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { dotLinkDomainMissing } from '../errors.js'
import type { DomainStatus, GetDomainStatus } from './domain-input.schema.js'
import { openRegistrar } from './registrar.js'

/** Returns the availability and price of each `.link` name; other names are ignored. Rejects a list without any `.link` name. */
export async function checkDomainStatus(scope: WorkspaceScope, { domains }: GetDomainStatus): Promise<z.infer<typeof DomainStatus>[]> {
  const names = domains.map((name) => name.toLowerCase()).filter((name) => name.endsWith('.link'))
  if (names.length === 0) throw dotLinkDomainMissing()
  return openRegistrar(scope).statusOf(names)
}
