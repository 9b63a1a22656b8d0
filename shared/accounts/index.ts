/**
 * Accounts: users, workspaces, members, API keys, sessions, OAuth apps, plans and the request log.
 *
 * Users are members of workspaces in a role. An API key acts for a user and never exceeds the user's role; a restricted key works only in
 * its own workspace. The plan of a workspace determines its features and rate limits. Keys are stored as hashes only. The limits of a
 * workspace are columns of its row; the plan table supplies their initial values. All other domains depend on this one.
 */
export { allowedHostNames, isAllowedHost } from './allowed-hosts.js'
export { bootstrapAccount } from './bootstrap-account.js'
export { type Caller, callerByKey, callerBySession, type WorkspaceReference, workspaceByPublishableKey } from './caller.queries.js'
export { throttleAnonymousLink } from './throttle-anonymous-link.js'
export { deleteExpiredCredentials } from './delete-expired-credentials.js'
export { Email, foldEmail } from './email.js'
export * from './errors.js'
export { planChanged } from './events.js'
export { acceptByLink, declineByLink } from './invites/respond-by-link.js'
export { acceptInvite, declineInvite } from './invites/respond-to-invite.js'
export { ChangeInvite, changeInvite } from './invites/change-invite.js'
export { deleteExpiredInvites } from './invites/delete-expired-invites.js'
export { InviteTeammates, inviteTeammates } from './invites/invite-teammates.js'
export { JoinByLink, joinByLink } from './invites/join-by-link.js'
export { InviteSchema, listInvites } from './invites/list-invites.js'
export { type InvitePreview, readInvite } from './invites/read-invite.js'
export { sendInvite } from './invites/send-invite.js'
export { WithdrawInvite, withdrawInvite } from './invites/withdraw-invite.js'
export { deleteWorkspaceData, sendEmailChangedJob, sendEmailChangeJob, sendInviteJob, sendEmailJob, sendPasswordResetJob } from './jobs.js'
export { deleteRequestLogsOfWorkspace } from './logs/delete-request-logs-of-workspace.js'
export { deleteExpiredRequestLogs } from './logs/delete-expired-request-logs.js'
export { eraseFromRequestLogs } from './logs/erase-from-request-logs.js'
export {
  countLogs,
  CountLogs,
  CountLogsOutput,
  getLog,
  listLogs,
  ListLogs,
  logSeries,
  LogSeriesOutput,
  LogSeriesQuery,
} from './logs/list-logs.js'
export { LogParams, LogSchema } from './logs/present-log.js'
export { openRequestLog } from './logs/request-log.js'
export { sessionIdleTtlMs, userKeyRate } from './limits.js'
export { isEmailRefused } from './mail/mailer.js'
export { sendEmail, sendEmailOfJob, sendQueuedEmail } from './mail/send-email.js'
export { throttleEmail } from './mail/throttle-email.js'
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
export { isWorkspaceDisabled, lockMembers } from './members/member.queries.js'
export { memberScope } from './member-scope.js'
export { claimEmails } from './mail/claim-emails.js'
export { membersToNotify, membersToNotifyByWorkspace } from './members/members-to-notify.js'
export { requireMembership } from './membership.js'
export { AppParams, AppSchema, AppWithSecret, CreateApp, UpdateApp, VerifyApp } from './oauth/app.schema.js'
export {
  allowAccess,
  type AccessRequest,
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
export { removeInstallation, InstallationSchema, listInstallations } from './oauth/installations.js'
export { getApp, listApps } from './oauth/list-apps.js'
export { RevokeAccess, revokeAccess } from './oauth/revoke-access.js'
export { UserInfo, userInfo } from './oauth/user-info.js'
export { consumeOneTimeLink, createOneTimeLink, readOneTimeLink } from './one-time-link.js'
export { LogInForm, LogInQuery, PageToken } from './page-inputs.js'
export { confirmEmailPath, impersonatePath, invitePath, resetPath, restoreEmailPath, signInPath } from './page-paths.js'
export { ChangePassword, changePassword } from './passwords/change-password.js'
export { CreatePasswordResetLink, createPasswordResetLink } from './passwords/create-password-reset-link.js'
export { LogIn, logIn } from './passwords/log-in.js'
export { RequestPasswordReset, requestPasswordReset } from './passwords/request-password-reset.js'
export { ResetLogInAttempts, resetLogInAttempts } from './passwords/reset-log-in-attempts.js'
export { ResetPassword, resetPassword } from './passwords/reset-password.js'
export { requestFirstPassword } from './passwords/request-first-password.js'
export { sendPasswordReset } from './passwords/send-password-reset.js'
export { grantedPermissions, type Permission, permissions, type TokenScope, tokenScopes } from './permissions.js'
export * from './plans.js'
export { throttle } from './throttle.js'
export { renewSession } from './sessions/renew-session.js'
export { logOut, logOutEverywhere } from './sessions/log-out.js'
export { openSession, type OpenedSession } from './sessions/open-session.js'
export { createSignInLink, signInByLink } from './sessions/sign-in-link.js'
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
export { blockEmail, isEmailBlocked } from './users/blocked-emails.queries.js'
export { impersonateUser, logInAsUser } from './users/impersonate.js'
export { createUser } from './users/create-user.js'
export { userByEmail } from './users/user.queries.js'
export { NewPassword } from './passwords/password.schema.js'
export { ConfirmEmail, confirmEmail } from './users/confirm-email.js'
export { deleteUser } from './users/delete-user.js'
export { getUser } from './users/get-user.js'
export { UserSchema } from './users/present-user.js'
export { sendEmailChange } from './users/send-email-change.js'
export { sendEmailChanged } from './users/send-email-changed.js'
export { RestoreEmail, restoreEmail } from './users/restore-email.js'
export { UpdateUser, updateUser } from './users/update-user.js'
export { type AttributionModel, attributionModels, type Plan, plans, Workspace } from './workspace.entity.js'
export { CreateWorkspace, createWorkspace, requireCreatableWorkspace } from './workspaces/create-workspace.js'
export { deleteWorkspace } from './workspaces/delete-workspace.js'
export { insertWebhookOutboxWithClient, type PublishedWebhookEvent } from './webhook-events/webhook-outbox.queries.js'
export { hasWebhookFor, dispatchWebhookEventsJob, publishWebhookEvent } from './webhook-events/publish-webhook-event.js'
export { type WebhookTrigger, webhookTriggers } from './webhook-events/triggers.js'
export { getWorkspace } from './workspaces/get-workspace.js'
export { listWorkspaces } from './workspaces/list-workspaces.js'
export { WorkspaceSchema } from './workspaces/present-workspace.js'
export { rotatePublishableKey } from './workspaces/rotate-publishable-key.js'
export { SetPlan, setPlan } from './workspaces/set-plan.js'
export { startBillingPeriods } from './workspaces/start-billing-periods.js'
export { UpdateWorkspace, updateWorkspace } from './workspaces/update-workspace.js'
export { AttributionWindowDays, WorkspaceParams } from './workspaces/workspace-input.schema.js'
export {
  deleteWorkspaceRow,
  deleteClosedWorkspacesBefore,
  workspaceIsOpenSql,
  workspacesClosedBefore,
} from './workspaces/workspace.queries.js'
export { readWorkspace, workspaceColumnsOf } from './workspace-row.js'
export type {
  Actor,
  AnonymousScope,
  InWorkspace,
  PageScope,
  PublishableScope,
  GuestScope,
  UserScope,
  UnauthenticatedScope,
  WorkspaceScope,
} from './workspace-scope.js'
export { deleteSavedView } from './saved-views/delete-saved-view.js'
export { listSavedViews } from './saved-views/list-saved-views.js'
export { saveView } from './saved-views/save-view.js'
export {
  DeletedSavedView,
  listSavedViewsQuerySchema,
  saveViewBodySchema,
  SavedViewParams,
  SavedViewSchema,
} from './saved-views/saved-view.schema.js'
