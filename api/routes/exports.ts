import { WorkspaceParams } from '../../shared/accounts/index.js'
import { exportWorkspace, importWorkspace, importWorkspaceBodySchema } from '../../shared/exports/index.js'
import { adminOwner } from '../access/admin.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'
import { fileOrJob } from '../http/reply.js'

export const exports = [
  endpoint({
    id: 'exportWorkspace',
    method: 'POST',
    path: '/workspaces/{idOrSlug}/export',
    hidden: true,
    summary: 'Export a workspace as a ZIP archive of CSV files',
    access: workspace('workspaces.export'),
    rate: 'api',
    transaction: 'own',
    params: WorkspaceParams,
    run: async ({ scope }) => fileOrJob(await exportWorkspace(scope)),
  }),
  endpoint({
    id: 'importWorkspace',
    method: 'POST',
    path: '/admin/workspaces/import',
    hidden: true,
    summary: 'Import an archive into an empty workspace',
    access: adminOwner,
    rate: 'none',
    transaction: false,
    body: importWorkspaceBodySchema,
    run: async ({ scope, body }) => fileOrJob(await importWorkspace(scope, body)),
  }),
]
