import { createDashboard, createDashboardQuerySchema, DashboardParams, DashboardSchema, DeletedDashboard, deleteDashboard, listDashboards, updateDashboard, updateDashboardBodySchema } from '../../shared/links/index.js'
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
