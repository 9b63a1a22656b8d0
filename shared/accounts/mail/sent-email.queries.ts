/** SQL of the record of emails that are sent once, or once in a period. */
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

export async function isEmailSent(em: EntityManager, { kind, subject }: { kind: string; subject: string }): Promise<boolean> {
  return (await em.execute('select 1 from sent_emails where kind = ? and subject = ?', [kind, subject])).length > 0
}

export async function recordSentEmail(
  em: EntityManager,
  { kind, subject, sentAt }: { kind: string; subject: string; sentAt: Date },
): Promise<void> {
  await em.execute('insert into sent_emails (kind, subject, sent_at) values (?, ?, ?) on conflict do nothing', [kind, subject, sentAt])
}

export async function deleteSentEmailsBefore(em: EntityManager, sentBefore: Date): Promise<void> {
  await em.execute('delete from sent_emails where sent_at < ?', [sentBefore])
}
