import type { Scope } from '../../kernel/scope.js'
import { claimSentEmails } from './sent-email.queries.js'

export interface RepeatedEmail {
  /** For example `payouts.method-missing`. */
  kind: string
  /** Ids of what the email is about, or of whom it is for. */
  subjects: readonly string[]
  /** A subject with an email of this kind since then gets no other one. */
  notSince: Date
  /** The time to record; now if absent. */
  sentAt?: Date
}

/**
 * Records that an email of this kind goes out about each subject, and returns the subjects for which that is allowed. Call it in the
 * transaction that enqueues the emails: then a repeated or concurrent job sends no second copy.
 */
export async function claimEmails(
  { em, now }: Pick<Scope, 'em' | 'now'>,
  { kind, subjects, notSince, sentAt = now() }: RepeatedEmail,
): Promise<Set<string>> {
  return new Set(await claimSentEmails(em, { kind, subjects, notSince, sentAt }))
}
