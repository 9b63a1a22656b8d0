import {
  CreateWorkspace,
  createWorkspace,
  deleteWorkspace,
  getWorkspace,
  listWorkspaces,
  requireCreatableWorkspace,
  rotatePublishableKey,
  SetPlan,
  setPlan,
  UpdateWorkspace,
  updateWorkspace,
  WorkspaceParams,
  WorkspaceSchema,
} from '../../shared/accounts/index.js'
import { storeImages } from '../../shared/files/index.js'
import { adminOwner } from '../access/admin.js'
import { user } from '../access/user.js'
import { workspace } from '../access/workspace.js'
import { type Endpoint, endpoint } from '../endpoint.js'

const oneWorkspace = { path: '/workspaces/{idOrSlug}', hidden: true, rate: 'api', params: WorkspaceParams } as const

const patchWorkspace = endpoint({
  ...oneWorkspace,
  id: 'updateWorkspace',
  method: 'PATCH',
  access: workspace('workspaces.write'),
  body: UpdateWorkspace,
  output: WorkspaceSchema,
  prepare: ({ scope, body }) => storeImages(scope, body, ['logo']),
  run: ({ scope, body }) => updateWorkspace(scope, body),
})

export const workspaces: Endpoint[] = [
  endpoint({
    id: 'listWorkspaces',
    method: 'GET',
    path: '/workspaces',
    hidden: true,
    access: user,
    rate: 'api',
    output: WorkspaceSchema.array(),
    run: ({ scope }) => listWorkspaces(scope),
  }),
  endpoint({
    id: 'createWorkspace',
    method: 'POST',
    path: '/workspaces',
    hidden: true,
    access: user,
    rate: 'api',
    body: CreateWorkspace,
    output: WorkspaceSchema,
    prepare: ({ scope, body }) => storeImages(scope, body, ['logo'], (own) => requireCreatableWorkspace(own, body)),
    run: ({ scope, body }) => createWorkspace(scope, body),
  }),
  endpoint({
    ...oneWorkspace,
    id: 'getWorkspace',
    method: 'GET',
    access: workspace('workspaces.read'),
    output: WorkspaceSchema,
    run: ({ scope }) => getWorkspace(scope),
  }),
  patchWorkspace,
  { ...patchWorkspace, id: 'replaceWorkspace', method: 'PUT' },
  endpoint({
    ...oneWorkspace,
    id: 'deleteWorkspace',
    method: 'DELETE',
    access: workspace('workspaces.write'),
    run: ({ scope }) => deleteWorkspace(scope),
  }),
  endpoint({
    ...oneWorkspace,
    id: 'rotatePublishableKey',
    method: 'POST',
    path: '/workspaces/{idOrSlug}/publishable-key',
    access: workspace('workspaces.write'),
    refusesImpersonation: true,
    run: ({ scope }) => rotatePublishableKey(scope),
  }),
  endpoint({
    id: 'setPlan',
    method: 'PATCH',
    path: '/admin/workspaces/{idOrSlug}',
    hidden: true,
    access: adminOwner,
    rate: 'none',
    params: WorkspaceParams,
    body: SetPlan,
    output: WorkspaceSchema,
    run: ({ scope, params, body }) => setPlan(scope, params.idOrSlug, body),
  }),
]
