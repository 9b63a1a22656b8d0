import type { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { noDotLink } from '../errors.js'
import type { DomainStatus, GetDomainStatus } from './domain-input.schema.js'
import { noRegistrar, type Registrar } from './registrar.js'

/** Which of the names can be bought, and for how much. Names that do not end in `.link` are passed over. */
export async function checkDomainStatus(
  _scope: WorkspaceScope,
  { domains }: GetDomainStatus,
  registrar: Registrar = noRegistrar,
): Promise<z.infer<typeof DomainStatus>[]> {
  const names = domains.map((name) => name.toLowerCase()).filter((name) => name.endsWith('.link'))
  if (names.length === 0) throw noDotLink()
  return registrar.statusOf(names)
}
