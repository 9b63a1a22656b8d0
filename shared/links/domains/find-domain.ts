import type { WorkspaceScope } from '../../accounts/index.js'
import { type DomainResponse, presentDomain } from './present-domain.js'
import { requireDomain } from './require-domain.js'

export async function findDomain(scope: WorkspaceScope, slug: string): Promise<DomainResponse & { linkRetentionDays: number | null }> {
  const domain = await requireDomain(scope, slug)
  return { ...presentDomain(domain), linkRetentionDays: domain.linkRetentionDays ?? null }
}
