import { membersToNotify, sendEmailJob } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { days, minutes } from '../../kernel/time.js'
import { partnerEmailsFor } from '../../partner-accounts/index.js'
import { sendNotificationEmailJob } from '../jobs.js'
import { insertEmails, type NewEmail } from '../sending/notification-email.queries.js'
import { newEmailToken } from '../sending/queue-campaign.js'
import { type Side, takeMessagesToEmail, type WaitingThread } from './message.queries.js'
import { partnerMessagesEmail } from './messages-email.js'

/** Messages wait this long, so that several in a row become one email. */
const collectMs = minutes(3)
/** An older message is not worth an email any more, for example after a long outage. */
const maxAgeMs = days(3)
/** Messages of one run; the next run takes further ones. */
const batchSize = 200

/** Sends one email for each thread in which the other side wrote. The emails leave with the marks on their messages. */
export async function emailUnreadMessages(scope: JobScope): Promise<void> {
  await inTransaction(scope, () => emailPartners(scope))
  await inTransaction(scope, () => emailMembers(scope))
}

function take(scope: JobScope, reader: Side, now: Date): Promise<WaitingThread[]> {
  const [writtenBefore, writtenAfter] = [new Date(now.getTime() - collectMs), new Date(now.getTime() - maxAgeMs)]
  return takeMessagesToEmail(scope, reader, { now, writtenBefore, writtenAfter, limit: batchSize })
}

async function emailPartners(scope: JobScope): Promise<void> {
  const now = scope.now()
  const emails: NewEmail[] = []
  const threads = await take(scope, 'partner', now)
  const partnerIds = threads.map(({ partnerId }) => partnerId)
  const recipients = await partnerEmailsFor(scope, partnerIds, 'newMessageFromProgram')
  for (const { programId, partnerId } of threads)
    for (const recipient of recipients.get(partnerId) ?? [])
      emails.push({
        id: newId('em_', now.getTime()),
        ...{ programId, partnerId },
        recipient: recipient.toLowerCase(),
        campaignId: null,
        token: newEmailToken(),
        createdAt: now,
      })
  await insertEmails(scope, emails)
  for (const { id } of emails) scope.enqueue(sendNotificationEmailJob, { emailId: id })
}

async function emailMembers(scope: JobScope): Promise<void> {
  for (const { workspaceId, programName, partnerName, texts } of await take(scope, 'program', scope.now())) {
    const members = await membersToNotify(scope, workspaceId, { roles: ['owner', 'member'], preference: 'newMessageFromPartner' })
    for (const to of members) scope.enqueue(sendEmailJob, { to, ...partnerMessagesEmail(partnerName, programName, texts) })
  }
}
