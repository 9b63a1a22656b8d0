/**
 * Accounts: who may do what. Users are members of workspaces in a role; keys act for a user, and a restricted key only in its own
 * workspace, never beyond its user's role. A workspace has a plan, which says which features it may use and how often it may call.
 *
 * A key is stored as a hash only. A workspace's limits are its own columns; the plan table only fills them. Everybody above stands on this
 * domain; it knows none of them.
 */
export { isAllowedHost } from './allowed-hosts.js'
export { bootstrapAccount } from './bootstrap-account.js'
export { type Caller, callerByKey, callerBySession, type NamedWorkspace, workspaceByPublishableKey } from './caller.queries.js'
export { countAnonymousLink } from './count-anonymous-link.js'
export { dropExpiredCredentials } from './drop-expired-credentials.js'
export * from './errors.js'
export { acceptByLink, declineByLink } from './invites/answer-by-link.js'
export { acceptInvite, declineInvite } from './invites/answer-invite.js'
export { ChangeInvite, changeInvite } from './invites/change-invite.js'
export { dropExpiredInvites } from './invites/drop-expired-invites.js'
export { InviteTeammates, inviteTeammates } from './invites/invite-teammates.js'
export { JoinByLink, joinByLink } from './invites/join-by-link.js'
export { InviteSchema, listInvites } from './invites/list-invites.js'
export { type InviteAtHand, readInvite } from './invites/read-invite.js'
export { sendInvite } from './invites/send-invite.js'
export { WithdrawInvite, withdrawInvite } from './invites/withdraw-invite.js'
export { deleteWorkspaceData, mailEmailChange, mailInvite, mailLetter, mailPasswordReset } from './jobs.js'
export { deleteRequestLogsOfWorkspace } from './logs/delete-request-logs-of-workspace.js'
export { dropPastRequestLogs } from './logs/drop-past-request-logs.js'
export { forgetInRequestLogs } from './logs/forget-in-request-logs.js'
export {
  countLogs,
  CountLogs,
  CountLogsAnswer,
  getLog,
  listLogs,
  ListLogs,
  logSeries,
  LogSeriesAnswer,
  LogSeriesQuery,
} from './logs/list-logs.js'
export { LogParams, LogSchema } from './logs/present-log.js'
export { openRequestLog } from './logs/request-log.js'
export { sessionIdle, userKeyRate } from './limits.js'
export { sendLetter } from './mail/send-letter.js'
export { type Role, roles } from './member.entity.js'
export { ChangeRole, changeRole } from './members/change-role.js'
export { listMembers, ListPeople, MemberSchema } from './members/list-members.js'
export {
  ChangeNotificationPreferences,
  changeNotificationPreferences,
  NotificationPreferences,
  notificationPreferences,
} from './members/notification-preferences.js'
export { RemoveMember, removeMember } from './members/remove-member.js'
export { memberScope } from './member-scope.js'
export { requireMembership } from './membership.js'
export { AppParams, AppSchema, AppWithSecret, CreateApp, UpdateApp, VerifyApp } from './oauth/app.schema.js'
export {
  allowAccess,
  type AskedAccess,
  Authorize,
  AuthorizeForm,
  AuthorizeQuery,
  CallbackUrl,
  denyAccess,
  readAccessRequest,
} from './oauth/authorize.js'
export { deleteApp, rotateAppSecret, updateApp, verifyApp } from './oauth/change-app.js'
export { createApp } from './oauth/create-app.js'
export { type ClientScope, GrantAccess, grantAccess } from './oauth/grant-access.js'
export { endInstallation, InstallationSchema, listInstallations } from './oauth/installations.js'
export { getApp, listApps } from './oauth/list-apps.js'
export { RevokeAccess, revokeAccess } from './oauth/revoke-access.js'
export { UserInfo, userInfo } from './oauth/user-info.js'
export { LogInForm, LogInQuery, PageToken } from './page-inputs.js'
export { confirmEmailPath, invitePath, resetPath } from './page-paths.js'
export { ChangePassword, changePassword } from './passwords/change-password.js'
export { HandPasswordLink, handPasswordLink } from './passwords/hand-password-link.js'
export { LogIn, logIn } from './passwords/log-in.js'
export { RequestPasswordReset, requestPasswordReset } from './passwords/request-password-reset.js'
export { ResetLogInAttempts, resetLogInAttempts } from './passwords/reset-log-in-attempts.js'
export { ResetPassword, resetPassword } from './passwords/reset-password.js'
export { setFirstPassword } from './passwords/set-first-password.js'
export { sendPasswordReset } from './passwords/send-password-reset.js'
export { grantedPermissions, type Permission, permissions, type TokenScope, tokenScopes } from './permissions.js'
export * from './plans.js'
export { throttle } from './throttle.js'
export { keepSession } from './sessions/keep-session.js'
export { logOut, logOutEverywhere } from './sessions/log-out.js'
export { type OpenedSession } from './sessions/open-session.js'
export { hashKey, newApiKey, newPublishableKey, partialKey, publishablePrefix, restrictedPrefix } from './tokens/keys.js'
export { deleteToken, UpdateToken, updateToken } from './tokens/change-token.js'
export { CreatedToken, CreateToken, createWorkspaceToken } from './tokens/create-workspace-token.js'
export { getToken, ListTokens, listTokens } from './tokens/list-tokens.js'
export {
  CreatePersonalToken,
  createPersonalToken,
  DeletePersonalToken,
  deletePersonalToken,
  listPersonalTokens,
} from './tokens/personal-tokens.js'
export { TokenSchema } from './tokens/present-token.js'
export { TokenParams } from './tokens/token-input.schema.js'
export { touchToken } from './tokens/touch-token.js'
export { User } from './user.entity.js'
export { ConfirmEmail, confirmEmail } from './users/confirm-email.js'
export { deleteUser } from './users/delete-user.js'
export { getUser } from './users/get-user.js'
export { UserSchema } from './users/present-user.js'
export { sendEmailChange } from './users/send-email-change.js'
export { UpdateUser, updateUser } from './users/update-user.js'
export { type AttributionModel, attributionModels, type Plan, plans, Workspace } from './workspace.entity.js'
export { CreateWorkspace, createWorkspace } from './workspaces/create-workspace.js'
export { deleteWorkspace } from './workspaces/delete-workspace.js'
export { insertNewsOn, type NewNews } from './news/news.queries.js'
export { isAwaited, newsChannel, tellNews } from './news/tell-news.js'
export { type Trigger, triggers } from './news/triggers.js'
export { getWorkspace } from './workspaces/get-workspace.js'
export { listWorkspaces } from './workspaces/list-workspaces.js'
export { WorkspaceSchema } from './workspaces/present-workspace.js'
export { rotatePublishableKey } from './workspaces/rotate-publishable-key.js'
export { SetPlan, setPlan } from './workspaces/set-plan.js'
export { startBillingPeriods } from './workspaces/start-billing-periods.js'
export { UpdateWorkspace, updateWorkspace } from './workspaces/update-workspace.js'
export { AttributionWindowDays, WorkspaceParams } from './workspaces/workspace-input.schema.js'
export { deleteWorkspaceRow, forgetClosingsBefore, isOfOpenWorkspace, workspacesClosedBefore } from './workspaces/workspace.queries.js'
export { readWorkspace, workspaceColumnsOf } from './workspace-row.js'
export type {
  Actor,
  AnonymousScope,
  InWorkspace,
  PageScope,
  PublishableScope,
  UserScope,
  VisitorScope,
  WorkspaceScope,
} from './workspace-scope.js'
