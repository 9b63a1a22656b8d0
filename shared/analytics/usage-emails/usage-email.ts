/** Texts of the emails about the usage of a workspace, and which of them are due. Pure. */
import { days } from '../../kernel/time.js'
import type { UsageEmailKind, WorkspaceUsage } from './usage-emails.queries.js'

/** From this share of its limit, a workspace learns that its links run out. */
const warningShare = 0.8
const secondWarningMs = days(3)

/** Emails about limits that are due. Each goes out once in a billing period. */
export function dueLimitEmails(usage: WorkspaceUsage, now: Date): Exclude<UsageEmailKind, 'summary'>[] {
  const due: Exclude<UsageEmailKind, 'summary'>[] = []
  if (usage.usage > usage.usageLimit) {
    due.push('overLimit')
    if (usage.warnedAt !== null && now.getTime() - new Date(usage.warnedAt).getTime() >= secondWarningMs) due.push('overLimitAgain')
  }
  if (usage.linksUsage >= usage.linksLimit) due.push('linksReached')
  else if (usage.linksUsage >= usage.linksLimit * warningShare) due.push('linksWarning')
  return due
}

const format = (count: number) => count.toLocaleString('en-US')

export function limitEmail(kind: Exclude<UsageEmailKind, 'summary'>, usage: WorkspaceUsage): { subject: string; text: string } {
  const ends = 'The count starts again with the next billing period. Ask the operator of this installation for a higher limit.'
  if (kind === 'overLimit' || kind === 'overLimitAgain')
    return {
      subject: `${usage.name} is over its limit of events`,
      text:
        `${usage.name} recorded ${format(usage.usage)} of ${format(usage.usageLimit)} events in this billing period. ` +
        `Links still redirect and events are still recorded, but requests for analytics are refused.\n\n${ends}`,
    }
  const isReached = kind === 'linksReached'
  return {
    subject: isReached ? `${usage.name} has created all its links` : `${usage.name} has created most of its links`,
    text:
      `${usage.name} created ${format(usage.linksUsage)} of ${format(usage.linksLimit)} links in this billing period. ` +
      `${isReached ? 'It cannot create more.' : 'It cannot create more when the limit is reached.'}\n\n${ends}`,
  }
}

export interface Summary {
  name: string
  clicks: number
  linksCreated: number
  topLinks: readonly { shortLink: string; clicks: number }[]
}

export const summaryEmail = ({ name, clicks, linksCreated, topLinks }: Summary): { subject: string; text: string } => ({
  subject: `${name}: ${format(clicks)} ${clicks === 1 ? 'click' : 'clicks'} in the last 30 days`,
  text: [
    `Links of ${name} were clicked ${format(clicks)} times in the last 30 days, and ` +
      `${format(linksCreated)} ${linksCreated === 1 ? 'link was' : 'links were'} created.`,
    topLinks.map((link) => `${link.shortLink}: ${format(link.clicks)}`).join('\n'),
    'Switch this email off with the notification preference `linkUsageSummary`.',
  ]
    .filter(Boolean)
    .join('\n\n'),
})
