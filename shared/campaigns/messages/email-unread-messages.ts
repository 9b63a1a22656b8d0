import { sendEmailJob } from '../../accounts/index.js'
import type { JobScope } from '../../kernel/scope.js'
import { minutes } from '../../kernel/time.js'
import { takeMessagesToEmail } from './message.queries.js'

/** Messages wait this long, so that several in a row become one email. */
const collectMs = minutes(3)
/** Messages of one run; the next run takes further ones. */
const batchSize = 200

/** Sends partners one email for each thread in which a program wrote to them. The emails leave with the marks on their messages. */
export async function emailUnreadMessages(scope: JobScope): Promise<void> {
  const now = scope.now()
  const threads = await takeMessagesToEmail(scope, now, new Date(now.getTime() - collectMs), batchSize)
  for (const { email, programName, texts } of threads)
    if (email) scope.enqueue(sendEmailJob, { to: email, ...unreadMessagesEmail(programName, texts) })
}

const unreadMessagesEmail = (program: string, texts: readonly string[]) => ({
  subject: texts.length === 1 ? `New message from ${program}` : `${texts.length} new messages from ${program}`,
  text: `The program ${program} wrote to you:\n\n${texts.join('\n\n')}`,
})
