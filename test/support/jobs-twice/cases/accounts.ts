import { days } from '../../../../shared/kernel/time.js'
import { ago } from '../../ago.js'
import { unique } from '../../program-owner.js'
import type { JobCases } from '../job-case.js'

export const accountsCases: JobCases = {
  'accounts.send-email': {
    seed: async () => ({ to: 'ann@example.com', subject: 'News', text: 'Hello' }),
    changes: { emails: 1, sent_emails: 1 },
  },
  'accounts.send-password-reset': {
    async seed({ make, rows }) {
      const { id, email } = await make.user()
      await rows(`insert into user_passwords (user_id, hash, updated_at) values ($1, 'hash', now())`, [id])
      return { email }
    },
    changes: { emails: 1, one_time_tokens: 1, sent_emails: 1 },
  },
  'accounts.send-email-change': {
    async seed({ api, make, queued }) {
      const { headers } = await make.session(await make.user())
      const body = { email: `${unique('new')}@example.com` }
      return queued('accounts.send-email-change', () => api.call('PATCH /user', { headers, body }))
    },
    changes: { emails: 1, one_time_tokens: 0, sent_emails: 1 },
  },
  'accounts.send-email-changed': {
    async seed({ make, rows }) {
      const { id, email } = await make.user()
      await rows(
        `insert into one_time_tokens (hashed_token, purpose, user_id, email, created_at, expires_at)
         values ('restore hash', 'restore-email', $1, 'former@example.com', now(), now() + interval '1 hour')`,
        [id],
      )
      return { userId: id, formerEmail: 'former@example.com', email }
    },
    changes: { emails: 1, one_time_tokens: 0, sent_emails: 1 },
  },
  'accounts.send-invite': {
    async seed({ make, workspace }) {
      const { workspaceId, email } = await make.invite(workspace, `${unique('invited')}@example.com`)
      return { workspaceId, email }
    },
    changes: { emails: 1, one_time_tokens: 1, sent_emails: 1 },
  },
  'accounts.start-billing-periods': {
    seed: ({ rows, workspace }) =>
      rows('update workspaces set usage = 5, links_usage = 5, billing_period_start = $2 where id = $1', [workspace.id, ago(days(40))]),
    changes: { workspaces: 0 },
  },
  'accounts.delete-expired-invites': {
    async seed({ make, workspace }) {
      await make.invite(workspace, 'old@example.com', { expires: ago(days(31)) })
      await make.invite(workspace, 'new@example.com', { expires: ago(days(29)) })
    },
    changes: { invites: -1 },
  },
  'accounts.delete-expired-credentials': {
    async seed({ make, rows, user }) {
      await make.session(user)
      await rows('update sessions set expires_at = $1', [ago(days(1))])
      await rows(`insert into log_in_failures (email, count, last_at) values ('ann@example.com', 1, $1)`, [ago(days(2))])
      await rows(`insert into sent_emails (kind, subject, sent_at) values ('test', 'old', $1)`, [ago(days(101))])
      await rows(
        `insert into one_time_tokens (hashed_token, purpose, user_id, created_at, expires_at) values ('hash', 'password', $1, $2, $2)`,
        [user.id, ago(days(2))],
      )
    },
    changes: { log_in_failures: -1, one_time_tokens: -1, sent_emails: -1, sessions: -1 },
  },
  'accounts.delete-expired-request-logs': {
    async seed({ make, workspace }) {
      await make.requestLog(workspace, { expiresAt: ago(days(1)) })
      await make.requestLog(workspace)
    },
    changes: { request_logs: -1 },
  },
}
