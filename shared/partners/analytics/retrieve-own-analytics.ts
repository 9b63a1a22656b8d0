import type { WorkspaceScope } from '../../accounts/index.js'
import type { OwnAnalytics, OwnAnalyticsQuery, PartnerAnalytics } from './partner-analytics.schema.js'
import { retrievePartnerAnalytics } from './retrieve-partner-analytics.js'

/** The analytics of a partner as the partner sees them: links without comments and folders, which are the workspace's. */
export async function retrieveOwnAnalytics(scope: WorkspaceScope, partnerId: string, query: OwnAnalyticsQuery): Promise<OwnAnalytics> {
  const found = await retrievePartnerAnalytics(scope, { ...query, partnerId })
  return Array.isArray(found) ? (found.map(withoutPrivateFields) as OwnAnalytics) : found
}

type Row = Extract<PartnerAnalytics, unknown[]>[number]

function withoutPrivateFields(row: Row): object {
  const { comments: _comments, folderId: _folderId, ...visible } = row as Row & { comments?: unknown; folderId?: unknown }
  return visible
}
