import type { WorkspaceScope } from '../../accounts/index.js'
import { type DomainResponse, presentDomain } from './present-domain.js'
import { requireDomain } from './require-domain.js'

export async function findDomain(scope: WorkspaceScope, slug: string): Promise<DomainResponse> {
  return presentDomain(await requireDomain(scope, slug))
}
