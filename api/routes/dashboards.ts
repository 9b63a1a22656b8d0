import { createDashboard, createDashboardQuerySchema, dashboardOfFolder, dashboardOfLink, DashboardParams, DashboardSchema, DeletedDashboard, deleteDashboard, FolderParams, LinkParams, listDashboards, updateDashboard, updateDashboardBodySchema } from '../../shared/links/index.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'

export const dashboards = [
  endpoint({
    id: 'createDashboard', method: 'POST', path: '/dashboards', hidden: true,
    access: workspace('links.write'), rate: 'api',
    query: createDashboardQuerySchema, output: DashboardSchema,
    run: ({ scope, query }) => createDashboard(scope, query),
  }),
  endpoint({
    id: 'listDashboards', method: 'GET', path: '/dashboards', hidden: true,
    access: workspace('links.read'), rate: 'api',
    output: DashboardSchema.array(),
    run: ({ scope }) => listDashboards(scope),
  }),
  endpoint({
    id: 'getDashboardOfLink', method: 'GET', path: '/links/{linkId}/dashboard', hidden: true,
    access: workspace('links.read'), rate: 'api',
    params: LinkParams, output: DashboardSchema.nullable(),
    run: ({ scope, params }) => dashboardOfLink(scope, params.linkId),
  }),
  endpoint({
    id: 'getDashboardOfFolder', method: 'GET', path: '/folders/{id}/dashboard', hidden: true,
    access: workspace('folders.read'), rate: 'api',
    params: FolderParams, output: DashboardSchema.nullable(),
    run: ({ scope, params }) => dashboardOfFolder(scope, params.id),
  }),
  endpoint({
    id: 'updateDashboard', method: 'PATCH', path: '/dashboards/{id}', hidden: true,
    access: workspace('links.write'), rate: 'api',
    params: DashboardParams, body: updateDashboardBodySchema, output: DashboardSchema,
    run: ({ scope, params, body }) => updateDashboard(scope, params.id, body),
  }),
  endpoint({
    id: 'deleteDashboard', method: 'DELETE', path: '/dashboards/{id}', hidden: true,
    access: workspace('links.write'), rate: 'api',
    params: DashboardParams, output: DeletedDashboard,
    run: ({ scope, params }) => deleteDashboard(scope, params.id),
  }),
]
