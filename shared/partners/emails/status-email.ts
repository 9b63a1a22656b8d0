/** Texts of the emails to partners whose status or group changed. Pure. */
import type { EnrolmentStatus } from '../enrolment.entity.js'

export interface EmailContext {
  programName: string
  supportEmail: string | null
  /** Whether the whole program is deactivated. */
  isProgramStopped: boolean
  groupName: string | null
}

interface EmailText {
  subject: string
  text: string
}

const isActive = (status: EnrolmentStatus | null) => status === 'approved' || status === 'archived'

/** The email about a change of the status, or null for changes that partners get no email about here. */
export function statusEmail(from: EnrolmentStatus | null, to: EnrolmentStatus | null, context: EmailContext): EmailText | null {
  const { programName, isProgramStopped } = context
  if (to === 'banned')
    return email(context, `You were removed from the partner program of ${programName}`, [
      `${programName} banned you from its partner program. Your links do not work any more, and commissions that were not paid are canceled.`,
    ])
  if (to === 'deactivated')
    return isProgramStopped
      ? email(context, `The partner program of ${programName} has ended`, [
          `${programName} ended its partner program. Your links do not work any more; what you earned so far stays yours.`,
        ])
      : email(context, `You were deactivated in the partner program of ${programName}`, [
          `${programName} deactivated you in its partner program. Your links do not work any more; what you earned so far stays yours.`,
        ])
  if ((from === 'deactivated' || from === 'banned') && isActive(to))
    return email(context, `You are a partner of ${programName} again`, [
      `${programName} made you an active partner of its program again. Your links work again.`,
    ])
  return null
}

export const groupEmail = (context: EmailContext): EmailText =>
  email(context, `Your terms in the partner program of ${context.programName} changed`, [
    `You are in the group ${context.groupName ?? ''} of the partner program of ${context.programName} now. Its rewards apply to what you bring from now on.`,
  ])

const email = ({ supportEmail }: EmailContext, subject: string, paragraphs: string[]): EmailText => ({
  subject,
  text: [...paragraphs, ...(supportEmail ? [`Questions? Write to ${supportEmail}.`] : [])].join('\n\n'),
})
