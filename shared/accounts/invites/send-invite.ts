import type { JobScope } from '../../kernel/scope.js'
import { Invite } from '../invite.entity.js'
import { mailerOf } from '../mail/mailer.js'
import { oneTimeLink } from '../one-time-link.js'
import { invitePath } from '../page-paths.js'
import { Workspace } from '../workspace.entity.js'

/** Sends the letter of an invite that still waits. */
export async function sendInvite(scope: JobScope, { workspaceId, email }: { workspaceId: string; email: string }): Promise<void> {
  const { em, now, config } = scope
  const [invite, workspace] = [await em.findOne(Invite, { workspaceId, email }), await em.findOne(Workspace, workspaceId)]
  if (!invite || !workspace || invite.expires <= now()) return
  const { url } = await oneTimeLink(scope, invitePath, invite.expires.getTime() - now().getTime(), {
    purpose: 'invite',
    workspaceId,
    email,
  })
  await mailerOf(config).send({
    to: email,
    subject: `You are invited to ${workspace.name}`,
    text: `You are invited to the workspace ${workspace.name} as ${invite.role}.\n\nAnswer here until ${invite.expires.toISOString().slice(0, 10)}:\n${url}\n\nIf you do not know what this is about, nothing needs to be done.`,
  })
}
