import { plansWith } from '../../shared/accounts/index.js'
import {
  CountAnswer, countFolders, countFoldersQuerySchema, createFolder, createFolderBodySchema, DeletedFolder, deleteFolder, findFolder, FolderMember, FolderParams, FolderPermissions, FolderSchema, FolderUserParams,
  listFolderPermissions, listFolders, listFoldersQuerySchema, listFolderUsers, setFolderRole, setFolderRoleBodySchema, updateFolder, updateFolderBodySchema,
} from '../../shared/links/index.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'

const tag = 'Folders'
const withFolders = plansWith('folders')
const withFolderPermissions = plansWith('folderPermissions')

export const folders = [
  endpoint({
    id: 'createFolder', sdk: 'folders.create', tag, method: 'POST', path: '/folders',
    summary: 'Create a folder',
    description: 'Whoever creates a folder owns it.',
    access: workspace('folders.write'), rate: 'api', plans: withFolders, status: 201,
    body: createFolderBodySchema, output: FolderSchema,
    run: ({ scope, body }) => createFolder(scope, body),
  }),
  endpoint({
    id: 'listFolders', sdk: 'folders.list', tag, method: 'GET', path: '/folders',
    summary: 'List folders',
    description: 'Those that you may see, the oldest first.',
    access: workspace('folders.read'), rate: 'api',
    query: listFoldersQuerySchema, output: FolderSchema.array(),
    run: ({ scope, query }) => listFolders(scope, query),
  }),
  endpoint({
    id: 'countFolders', method: 'GET', path: '/folders/count', hidden: true,
    access: workspace('folders.read'), rate: 'api',
    query: countFoldersQuerySchema, output: CountAnswer,
    run: ({ scope, query }) => countFolders(scope, query),
  }),
  endpoint({
    id: 'listFolderPermissions', method: 'GET', path: '/folders/permissions', hidden: true,
    access: workspace('folders.read'), rate: 'api', plans: withFolderPermissions,
    output: FolderPermissions.array(),
    run: ({ scope }) => listFolderPermissions(scope),
  }),
  endpoint({
    id: 'getFolder', method: 'GET', path: '/folders/{id}', hidden: true,
    access: workspace('folders.read'), rate: 'api', plans: withFolders,
    params: FolderParams, output: FolderSchema,
    run: ({ scope, params }) => findFolder(scope, params.id),
  }),
  endpoint({
    id: 'updateFolder', sdk: 'folders.update', tag, method: 'PATCH', path: '/folders/{id}',
    summary: 'Change a folder',
    description: 'What is left out stays as it is.',
    access: workspace('folders.write'), rate: 'api', plans: withFolders, hints: { 'max-method-params': 2 },
    params: FolderParams, body: updateFolderBodySchema, output: FolderSchema,
    run: ({ scope, params, body }) => updateFolder(scope, params.id, body),
  }),
  endpoint({
    id: 'deleteFolder', sdk: 'folders.delete', tag, method: 'DELETE', path: '/folders/{id}',
    summary: 'Delete a folder',
    description: 'Its links stay; within a short while they lie in no folder.',
    access: workspace('folders.write'), rate: 'api', plans: withFolders, hints: { 'max-method-params': 1 },
    params: FolderParams, output: DeletedFolder,
    run: ({ scope, params }) => deleteFolder(scope, params.id),
  }),
  endpoint({
    id: 'listFolderUsers', method: 'GET', path: '/folders/{id}/users', hidden: true,
    access: workspace('folders.read'), rate: 'api', plans: withFolderPermissions,
    params: FolderParams, output: FolderMember.array(),
    run: ({ scope, params }) => listFolderUsers(scope, params.id),
  }),
  endpoint({
    id: 'setFolderRole', method: 'PATCH', path: '/folders/{id}/users/{userId}', hidden: true,
    access: workspace('folders.write'), rate: 'api', plans: withFolderPermissions,
    params: FolderUserParams, body: setFolderRoleBodySchema, output: FolderMember,
    run: ({ scope, params, body }) => setFolderRole(scope, params.id, params.userId, body),
  }),
]
