/** The operator's endpoints for users, workspaces and links. */
import { impersonatePath, logInAsUser, PageToken } from '../../shared/accounts/index.js'
import {
  BannedLink,
  banLink,
  banLinkQuerySchema,
  banUser,
  banUserBodySchema,
  countLinksForOperator,
  countLinksQuerySchema,
  disableWorkspace,
  impersonate,
  impersonateBodySchema,
  Impersonation,
  LinkCountForOperator,
  LinksForOperator,
  listLinksForOperator,
  listLinksQuerySchema,
  restoreWorkspace,
  StartedProgramDeletion,
  startProgramDeletion,
  Success,
  workspaceSlugBodySchema,
} from '../../shared/administration/index.js'
import { ProgramParams } from '../../shared/partners/index.js'
import { admin, adminOwner } from '../access/admin.js'
import { loggedInRedirect } from '../access/session-cookie.js'
import { unauthenticated } from '../access/unauthenticated.js'
import { endpoint } from '../endpoint.js'
import { errorPage } from '../pages/message.js'

const reads = { access: admin, rate: 'none', hidden: true, method: 'GET' } as const
const ownerWrites = { access: adminOwner, rate: 'none', hidden: true, status: 200 } as const

export const workspaceAdministration = [
  endpoint({
    ...ownerWrites,
    id: 'banUser',
    method: 'POST',
    path: '/admin/ban',
    summary: 'Delete a user with their workspaces, and block the address',
    body: banUserBodySchema,
    output: Success,
    run: ({ scope, body }) => banUser(scope, body),
  }),
  endpoint({
    access: admin,
    rate: 'none',
    hidden: true,
    status: 200,
    id: 'impersonateUser',
    method: 'POST',
    path: '/admin/impersonate',
    summary: 'Get a link that opens a session of a user',
    body: impersonateBodySchema,
    output: Impersonation,
    run: ({ scope, body }) => impersonate(scope, body),
  }),
  endpoint({
    id: 'logInAsUser',
    method: 'GET',
    path: impersonatePath,
    hidden: true,
    access: unauthenticated,
    rate: 'none',
    query: PageToken,
    errorPage,
    run: async ({ scope, query }) => loggedInRedirect('/', await logInAsUser(scope, query.token), scope.config),
  }),
  endpoint({
    ...ownerWrites,
    id: 'disableWorkspace',
    method: 'POST',
    path: '/admin/workspaces/disable',
    summary: 'Disable a workspace with its links',
    body: workspaceSlugBodySchema,
    output: Success,
    run: ({ scope, body }) => disableWorkspace(scope, body),
  }),
  endpoint({
    ...ownerWrites,
    id: 'restoreWorkspace',
    method: 'POST',
    path: '/admin/workspaces/restore',
    summary: 'Restore a disabled workspace',
    body: workspaceSlugBodySchema,
    output: Success,
    run: ({ scope, body }) => restoreWorkspace(scope, body),
  }),
  endpoint({
    ...ownerWrites,
    id: 'deleteProgramCompletely',
    method: 'POST',
    path: '/admin/programs/{programId}/delete',
    summary: 'Delete a program with everything that belongs to it',
    status: 202,
    params: ProgramParams,
    output: StartedProgramDeletion,
    run: ({ scope, params }) => startProgramDeletion(scope, params.programId),
  }),
  endpoint({
    ...reads,
    id: 'listLinksForOperator',
    path: '/admin/links',
    summary: 'List links of all workspaces',
    query: listLinksQuerySchema,
    output: LinksForOperator,
    run: ({ scope, query }) => listLinksForOperator(scope, query),
  }),
  endpoint({
    ...reads,
    id: 'countLinksForOperator',
    path: '/admin/links/count',
    summary: 'Count links of all workspaces',
    query: countLinksQuerySchema,
    output: LinkCountForOperator,
    run: ({ scope, query }) => countLinksForOperator(scope, query),
  }),
  endpoint({
    ...ownerWrites,
    id: 'banLink',
    method: 'DELETE',
    path: '/admin/links/ban',
    summary: 'Ban a link, and block the host of its destination',
    query: banLinkQuerySchema,
    output: BannedLink,
    run: ({ scope, query }) => banLink(scope, query),
  }),
]
