import type { JobScope } from '../../kernel/scope.js'
import { Invite } from '../invite.entity.js'
import { sendEmailOfJob } from '../mail/send-email.js'
import { createOneTimeLink } from '../one-time-link.js'
import { invitePath } from '../page-paths.js'
import { Workspace } from '../workspace.entity.js'

/** Sends the email of an invite, unless it was withdrawn or has expired. */
export const sendInvite = (scope: JobScope, { workspaceId, email }: { workspaceId: string; email: string }): Promise<void> =>
  sendEmailOfJob(scope, async () => {
    const { em, now } = scope
    const [invite, workspace] = [await em.findOne(Invite, { workspaceId, email }), await em.findOne(Workspace, workspaceId)]
    if (!invite || !workspace || invite.expires <= now()) return null
    const ttlMs = invite.expires.getTime() - now().getTime()
    const { url } = await createOneTimeLink(scope, invitePath, ttlMs, { purpose: 'invite', workspaceId, email })
    return {
      to: email,
      subject: `Invitation to join ${workspace.name}`,
      text: [
        `You are invited to join the workspace ${workspace.name} as ${invite.role}.`,
        `Accept or decline by ${invite.expires.toISOString().slice(0, 10)}:\n${url}`,
        'If you did not expect this invitation, ignore this email.',
      ].join('\n\n'),
    }
  })
