/** SQL of the record of emails that are sent at most once in a period. */
import type { EntityManager } from '@mikro-orm/postgresql'
import { arrayLiteral } from '../../kernel/db/array-literal.js'

interface Claim {
  kind: string
  subjects: readonly string[]
  notSince: Date
  sentAt: Date
}

export async function claimSentEmails(em: EntityManager, { kind, subjects, notSince, sentAt }: Claim): Promise<string[]> {
  const rows: { subject: string }[] = await em.execute(
    `insert into sent_emails (kind, subject, sent_at) select ?, subject, ? from unnest(?::text[]) as subject order by subject
     on conflict (kind, subject) do update set sent_at = excluded.sent_at where sent_emails.sent_at < ?
     returning subject`,
    [kind, sentAt, arrayLiteral([...new Set(subjects)]), notSince],
  )
  return rows.map(({ subject }) => subject)
}

export async function deleteSentEmailsBefore(em: EntityManager, sentBefore: Date): Promise<void> {
  await em.execute('delete from sent_emails where sent_at < ?', [sentBefore])
}
