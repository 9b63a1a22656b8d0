/** Members of a workspace, their notification preferences, and invites. */
import {
  acceptInvite,
  ChangeInvite,
  changeInvite,
  ChangeNotificationPreferences,
  changeNotificationPreferences,
  ChangeRole,
  changeRole,
  declineInvite,
  InviteSchema,
  InviteTeammates,
  inviteTeammates,
  listInvites,
  listMembers,
  ListPeople,
  MemberSchema,
  NotificationPreferences,
  notificationPreferences,
  RemoveMember,
  removeMember,
  WithdrawInvite,
  withdrawInvite,
  WorkspaceParams,
} from '../../shared/accounts/index.js'
import { user } from '../access/user.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'

const users = { path: '/workspaces/{idOrSlug}/users', hidden: true, rate: 'api', params: WorkspaceParams } as const
const preferences = { ...users, path: '/workspaces/{idOrSlug}/notification-preferences', output: NotificationPreferences } as const
const invites = { ...users, path: '/workspaces/{idOrSlug}/invites' } as const

export const members = [
  endpoint({
    ...users,
    id: 'listMembers',
    method: 'GET',
    access: workspace('workspaces.read'),
    query: ListPeople,
    output: MemberSchema.array(),
    run: ({ scope, query }) => listMembers(scope, query),
  }),
  endpoint({
    ...users,
    id: 'changeRole',
    method: 'PATCH',
    access: workspace('workspaces.write'),
    refusesImpersonation: true,
    body: ChangeRole,
    run: ({ scope, body }) => changeRole(scope, body),
  }),
  // No permission required: every member may leave. Removing others is checked in the use case.
  endpoint({
    ...users,
    id: 'removeMember',
    method: 'DELETE',
    access: workspace(),
    query: RemoveMember,
    run: ({ scope, query }) => removeMember(scope, query),
  }),
  // No permission required: the preferences are the caller's own.
  endpoint({
    ...preferences,
    id: 'getNotificationPreferences',
    method: 'GET',
    access: workspace(),
    run: ({ scope }) => notificationPreferences(scope),
  }),
  endpoint({
    ...preferences,
    id: 'changeNotificationPreferences',
    method: 'PATCH',
    access: workspace(),
    body: ChangeNotificationPreferences,
    run: ({ scope, body }) => changeNotificationPreferences(scope, body),
  }),
  endpoint({
    ...invites,
    id: 'listInvites',
    method: 'GET',
    access: workspace('workspaces.read'),
    query: ListPeople,
    output: InviteSchema.array(),
    run: ({ scope, query }) => listInvites(scope, query),
  }),
  endpoint({
    ...invites,
    id: 'inviteTeammates',
    method: 'POST',
    access: workspace('workspaces.write'),
    refusesImpersonation: true,
    body: InviteTeammates,
    run: ({ scope, body }) => inviteTeammates(scope, body),
  }),
  endpoint({
    ...invites,
    id: 'changeInvite',
    method: 'PATCH',
    access: workspace('workspaces.write'),
    refusesImpersonation: true,
    body: ChangeInvite,
    run: ({ scope, body }) => changeInvite(scope, body),
  }),
  endpoint({
    ...invites,
    id: 'withdrawInvite',
    method: 'DELETE',
    access: workspace('workspaces.write'),
    query: WithdrawInvite,
    run: ({ scope, query }) => withdrawInvite(scope, query),
  }),
  endpoint({
    ...invites,
    id: 'acceptInvite',
    method: 'POST',
    path: '/workspaces/{idOrSlug}/invites/accept',
    access: user,
    refusesImpersonation: true,
    run: ({ scope, params }) => acceptInvite(scope, params.idOrSlug),
  }),
  endpoint({
    ...invites,
    id: 'declineInvite',
    method: 'POST',
    path: '/workspaces/{idOrSlug}/invites/decline',
    access: user,
    run: ({ scope, params }) => declineInvite(scope, params.idOrSlug),
  }),
]
