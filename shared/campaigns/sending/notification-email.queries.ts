/** SQL of single emails: what was sent, accepted, opened and refused. */
import type { Scope } from '../../kernel/scope.js'

type WithEm = Pick<Scope, 'em'>

export interface NewEmail {
  id: string
  programId: string
  partnerId: string
  /** Null for an email about messages. */
  campaignId: string | null
  recipient: string
  token: string
  createdAt: Date
}

/** Returns the ids of those that were inserted: a recipient gets a campaign once. */
export async function insertEmails({ em }: WithEm, emails: readonly NewEmail[]): Promise<Set<string>> {
  const rows: { id: string }[] = await em.execute(
    `insert into notification_emails (id, program_id, partner_id, campaign_id, recipient, token, created_at)
     select id, "programId", "partnerId", "campaignId", recipient, token, "createdAt"
     from jsonb_to_recordset(?::jsonb) as row(id text, "programId" text, "partnerId" text, "campaignId" text, recipient text,
       token text, "createdAt" timestamptz)
     on conflict (campaign_id, partner_id, recipient) do nothing returning id`,
    [JSON.stringify(emails)],
  )
  return new Set(rows.map(({ id }) => id))
}

export interface EmailToSend {
  id: string
  programId: string
  programName: string
  supportEmail: string | null
  partnerId: string
  campaignId: string | null
  /** Whether the campaign may still leave: it was not canceled, the partner is approved, and the recipient did not unsubscribe. */
  isWanted: boolean
  recipient: string
  token: string
}

/** An email that was neither accepted nor refused. */
export async function findEmailToSend({ em }: WithEm, id: string): Promise<EmailToSend | null> {
  const [row]: EmailToSend[] = await em.execute(
    `select n.id, n.program_id as "programId", g.name as "programName", g.support_email as "supportEmail", n.partner_id as "partnerId",
       n.campaign_id as "campaignId", n.recipient, n.token,
       coalesce(c.status <> 'canceled', true) and e.status = 'approved' and s.email is null as "isWanted"
     from notification_emails n join programs g on g.id = n.program_id
       left join enrolments e on e.program_id = n.program_id and e.partner_id = n.partner_id
       left join campaigns c on c.id = n.campaign_id
       left join campaign_unsubscribes s on s.program_id = n.program_id and s.email = n.recipient
     where n.id = ? and n.delivered_at is null and n.bounced_at is null`,
    [id],
  )
  return row ?? null
}

export const markDelivered = ({ em }: WithEm, id: string, now: Date): Promise<unknown> =>
  em.execute('update notification_emails set delivered_at = ? where id = ?', [now, id])

export const markBounced = ({ em }: WithEm, id: string, failure: string, now: Date): Promise<unknown> =>
  em.execute(`update notification_emails set bounced_at = ?, failure = ? where id = ? and delivered_at is null and bounced_at is null`, [
    now,
    failure,
    id,
  ])

export const deleteEmail = ({ em }: WithEm, id: string): Promise<unknown> =>
  em.execute('delete from notification_emails where id = ?', [id])

/** Keeps the emails of a campaign that is deleted, so that their recipients can unsubscribe. Those that wait do not leave. */
export const detachEmails = ({ em }: WithEm, campaignId: string): Promise<unknown> =>
  em.execute('update notification_emails set campaign_id = null where campaign_id = ?', [campaignId])

/** Deletes emails about messages and of deleted campaigns. Those of other campaigns are counted as long as the campaign exists. */
export const deleteMessageEmailsBefore = ({ em }: WithEm, createdBefore: Date): Promise<unknown> =>
  em.execute('delete from notification_emails where campaign_id is null and created_at < ?', [createdBefore])

/** Records that an email was opened, and with it that its messages were read. The first time counts. */
export async function markOpened({ em }: WithEm, token: string, now: Date): Promise<void> {
  await em.execute(
    `with opened as (
       update notification_emails set opened_at = ? where token = ? and opened_at is null
       returning program_id, partner_id, campaign_id, created_at)
     update messages m set read_in_email = ?, updated_at = ? from opened o
     where m.program_id = o.program_id and m.partner_id = o.partner_id and m.sender_partner_id is null and m.read_in_email is null
       and case when o.campaign_id is not null then m.campaign_id = o.campaign_id else m.type = 'direct' and m.emailed_at = o.created_at end`,
    [now, token, now, now],
  )
}

/** Whose email the token is part of; null for an unknown token. */
export async function findByToken(
  { em }: WithEm,
  token: string,
): Promise<{ programId: string; programName: string; recipient: string } | null> {
  const [row]: { programId: string; programName: string; recipient: string }[] = await em.execute(
    `select n.program_id as "programId", g.name as "programName", n.recipient
     from notification_emails n join programs g on g.id = n.program_id where n.token = ?`,
    [token],
  )
  return row ?? null
}

export const insertUnsubscribe = ({ em }: WithEm, programId: string, email: string, now: Date): Promise<unknown> =>
  em.execute('insert into campaign_unsubscribes (program_id, email, created_at) values (?, ?, ?) on conflict do nothing', [
    programId,
    email,
    now,
  ])
