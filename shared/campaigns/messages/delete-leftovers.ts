import type { JobScope } from '../../kernel/scope.js'
import { days } from '../../kernel/time.js'
import { deleteMessageEmailsBefore } from '../sending/notification-email.queries.js'
import { deleteUnsentAttachments } from './attachment.queries.js'

/** An email that is opened later marks no messages as read. */
const emailRetentionMs = days(90)

/** Deletes files that were uploaded and not sent within a day, and old records of emails about messages. */
export async function deleteMessageLeftovers(scope: JobScope): Promise<void> {
  const now = scope.now().getTime()
  await deleteUnsentAttachments(scope, new Date(now - days(1)))
  await deleteMessageEmailsBefore(scope, new Date(now - emailRetentionMs))
}
