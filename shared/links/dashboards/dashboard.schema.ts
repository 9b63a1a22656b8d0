/** Request and response schemas of dashboards. */
import { z } from 'zod'
import type { Scope } from '../../kernel/scope.js'
import { openPassword } from '../link-password.js'
import type { Dashboard } from './dashboard.entity.js'

const text = z.string().nullable()
export const DashboardSchema = z.object({
  id: z.string(),
  linkId: text,
  folderId: text,
  projectId: text,
  userId: text,
  password: text,
  showConversions: z.boolean(),
  doIndex: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type DashboardResponse = z.infer<typeof DashboardSchema>

/** The subject: a link by id or by domain and key, or a folder. */
export const createDashboardQuerySchema = z.object({
  linkId: z.string().optional(),
  domain: z.string().optional(),
  key: z.string().optional(),
  folderId: z.string().optional(),
})
export type CreateDashboard = z.infer<typeof createDashboardQuerySchema>

export const updateDashboardBodySchema = z.object({
  showConversions: z.boolean(),
  doIndex: z.boolean(),
  password: z
    .string()
    .max(255)
    .transform((value) => value || null)
    .nullable(),
})
export type UpdateDashboard = z.infer<typeof updateDashboardBodySchema>
export const DashboardParams = z.object({ id: z.string() })
export const DeletedDashboard = z.object({ id: z.string() })

export function presentDashboard(scope: Pick<Scope, 'vault'>, dashboard: Dashboard): DashboardResponse {
  const { id, linkId = null, folderId = null, workspaceId, userId = null, showConversions, doIndex, createdAt, updatedAt } = dashboard
  return {
    id,
    linkId,
    folderId,
    projectId: workspaceId,
    userId,
    password: openPassword(scope, dashboard),
    showConversions,
    doIndex,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
