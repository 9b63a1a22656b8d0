/** Channels of Slack that the operator shares with a workspace. https://docs.slack.dev/reference/methods/conversations.inviteShared */
import { z } from 'zod'
import { Email } from '../../accounts/index.js'
import type { AdminScope } from '../../kernel/scope.js'
import { channelNameTaken, providerFailed, slackNotConfigured } from '../errors.js'
import { postToProvider } from './provider-request.js'

export const slackInviteBodySchema = z
  .object({
    email: Email.optional(),
    emails: Email.array().max(20).optional(),
    workspaceSlug: z.string().min(1).max(60),
    channelId: z.string().max(50).optional().meta({ description: 'An existing channel. Default: a new one, named after the workspace.' }),
  })
  .refine(({ email, emails }) => Boolean(email) || Boolean(emails?.length), { message: 'Send email or emails.', path: ['email'] })
export const SlackInvite = z.object({ success: z.literal(true), inviteIds: z.string().array() })

const Answer = z.object({
  ok: z.boolean(),
  error: z.string().optional(),
  invite_id: z.string().optional(),
  channel: z.object({ id: z.string() }).optional(),
})

/** Creates the channel, unless one is given, and invites the addresses to it. Requires that no transaction is open. */
export async function inviteToSlack(
  scope: AdminScope,
  { email, emails = [], workspaceSlug, channelId }: z.infer<typeof slackInviteBodySchema>,
): Promise<z.infer<typeof SlackInvite>> {
  const call = slackCaller(scope)
  const channel = channelId ?? (await createChannel(call, `support-${workspaceSlug}`))
  const inviteIds: string[] = []
  for (const address of new Set([...(email ? [email] : []), ...emails])) {
    const invite = await call('conversations.inviteShared', { channel, emails: [address] })
    if (!invite.ok || !invite.invite_id) throw providerFailed('Slack', String(invite.error))
    inviteIds.push(invite.invite_id)
  }
  return { success: true, inviteIds }
}

type Call = (method: string, body: object) => Promise<z.infer<typeof Answer>>

function slackCaller(scope: AdminScope): Call {
  const { token, apiUrl } = scope.config.slack
  if (!token) throw slackNotConfigured()
  return (method, body) =>
    postToProvider(scope, 'Slack', `${apiUrl}/${method}`, { schema: Answer, headers: { authorization: `Bearer ${token}` }, body })
}

async function createChannel(call: Call, name: string): Promise<string> {
  const created = await call('conversations.create', { name })
  if (created.error === 'name_taken') throw channelNameTaken(name)
  if (!created.channel) throw providerFailed('Slack', String(created.error))
  return created.channel.id
}
