/** SQL of messages between programs and partners. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import { deleteBatch } from '../../kernel/db/delete-batch.queries.js'
import type { JobScope, Scope } from '../../kernel/scope.js'
import type { MessageResponse } from './message.schema.js'

type WithEm = Pick<Scope, 'em'>
const deletedBatchSize = 2000

/** Who reads, or writes: the workspace of the program, or the partner. */
export type Side = 'program' | 'partner'
const writtenBy = { partner: 'sender_partner_id is not null', program: 'sender_partner_id is null' } as const
const unreadBy = {
  program: `${writtenBy.partner} and read_in_app is null`,
  partner: `${writtenBy.program} and read_in_app is null`,
} as const

export interface ThreadRef {
  programId: string
  partnerId: string
}

export interface NewMessage extends ThreadRef {
  id: string
  /** Null if the program writes. */
  senderPartnerId: string | null
  senderUserId: string
  text: string
  createdAt: Date
}

export async function insertMessage({ em }: WithEm, message: NewMessage): Promise<void> {
  const { id, programId, partnerId, senderPartnerId, senderUserId, text, createdAt } = message
  await em.execute(
    `insert into messages (id, program_id, partner_id, sender_partner_id, sender_user_id, text, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
    [id, programId, partnerId, senderPartnerId, senderUserId, text, createdAt, createdAt],
  )
}

/** Shows a campaign in the threads of its partners. Its emails leave by themselves. */
export async function insertCampaignMessages(
  { em }: WithEm,
  { id: campaignId, programId, userId, now }: { id: string; programId: string; userId: string | null; now: Date },
  messages: readonly { id: string; partnerId: string; subject: string; text: string }[],
): Promise<void> {
  await em.execute(
    `insert into messages (id, program_id, partner_id, sender_user_id, type, campaign_id, subject, text, emailed_at, created_at, updated_at)
     select id, ?, "partnerId", ?, 'campaign', ?, subject, text, ?, ?, ?
     from jsonb_to_recordset(?::jsonb) as row(id text, "partnerId" text, subject text, text text)`,
    [programId, userId, campaignId, now, now, now, JSON.stringify(messages)],
  )
}

interface ThreadPage {
  page?: number | undefined
  pageSize: number
}

export interface ThreadRow {
  partnerId: string
  name: string | null
  image: string | null
  unreadCount: number
}

/** By reader: whose threads, and with whom. The parameters are the reader, the other side twice, limit and offset. */
const threadParts = {
  program: {
    own: 'program_id',
    other: 'partner_id',
    columns: 't.partner_id as "partnerId", p.name, p.image',
    otherSide: 'join partners p on p.id = t.partner_id',
  },
  partner: {
    own: 'partner_id',
    other: 'program_id',
    columns: 't.program_id as "programId", g.name, g.slug, g.logo, g.messaging_enabled_at as "messagingEnabledAt"',
    otherSide: 'join programs g on g.id = t.program_id',
  },
} as const

/** Threads with unread messages first, then those with the newest message. */
function threadsOf<Row>({ em }: WithEm, reader: Side, id: string, otherId: string | undefined, { page = 1, pageSize }: ThreadPage) {
  const { own, other, columns, otherSide } = threadParts[reader]
  return em.execute<Row[]>(
    `select ${columns}, t.unread as "unreadCount"
     from (select ${other}, max(id) as newest, (count(*) filter (where ${unreadBy[reader]}))::int as unread
           from messages where ${own} = ? and (?::text is null or ${other} = ?) group by ${other}) t
       ${otherSide} order by t.unread > 0 desc, t.newest desc limit ? offset ?`,
    [id, otherId ?? null, otherId ?? null, pageSize, (page - 1) * pageSize],
  )
}

export const threadsOfProgram = (
  scope: WithEm,
  programId: string,
  { partnerId, ...page }: ThreadPage & { partnerId?: string | undefined },
): Promise<ThreadRow[]> => threadsOf(scope, 'program', programId, partnerId, page)

export interface PartnerThreadRow {
  programId: string
  name: string
  slug: string
  logo: string | null
  messagingEnabledAt: unknown
  unreadCount: number
}

export const threadsOfPartner = (
  scope: WithEm,
  partnerId: string,
  { programId, ...page }: ThreadPage & { programId?: string | undefined },
): Promise<PartnerThreadRow[]> => threadsOf(scope, 'partner', partnerId, programId, page)

const times = ['readInApp', 'readInEmail', 'createdAt', 'updatedAt'] as const
export type MessageRow = Omit<MessageResponse, (typeof times)[number]> & Record<(typeof times)[number], unknown>

/** The newest messages of each thread, oldest first; of one message if `id` is given. */
export async function messagesOf(
  { em }: WithEm,
  threads: readonly ThreadRef[],
  { limit, id = null }: { limit: number; id?: string | null },
): Promise<MessageRow[]> {
  return em.execute(
    `select m.id, m.program_id as "programId", m.partner_id as "partnerId", m.sender_partner_id as "senderPartnerId",
       m.sender_user_id as "senderUserId", m.type, m.subject, m.text, m.read_in_app as "readInApp", m.read_in_email as "readInEmail",
       m.created_at as "createdAt", m.updated_at as "updatedAt",
       case when p.id is not null then json_build_object('id', p.id, 'name', p.name, 'image', p.image) end as "senderPartner",
       case when u.id is not null then json_build_object('id', u.id, 'name', u.name, 'image', u.image) end as "senderUser",
       (select coalesce(json_agg(json_build_object('id', a.id, 'url', a.image, 'fileName', a.file_name, 'size', a.size) order by a.id), '[]')
        from message_attachments a where a.message_id = m.id) as attachments
     from unnest(?::text[], ?::text[]) as thread(program_id, partner_id)
       cross join lateral (select * from messages where program_id = thread.program_id and partner_id = thread.partner_id
                             and (?::text is null or id = ?) order by id desc limit ?) m
       left join partners p on p.id = m.sender_partner_id left join users u on u.id = m.sender_user_id
     order by m.id`,
    [arrayLiteral(threads.map(({ programId }) => programId)), arrayLiteral(threads.map(({ partnerId }) => partnerId)), ...[id, id, limit]],
  )
}

const ownColumn = { program: 'program_id', partner: 'partner_id' } as const

/** Messages of the other side that the reader did not read. */
export async function countUnread({ em }: WithEm, reader: Side, id: string): Promise<number> {
  const [row]: { count: number }[] = await em.execute(
    `select count(*)::int as count from messages where ${ownColumn[reader]} = ? and ${unreadBy[reader]}`,
    [id],
  )
  return row?.count ?? 0
}

export async function markRead({ em }: WithEm, reader: Side, { programId, partnerId }: ThreadRef, now: Date): Promise<number> {
  const rows: unknown[] = await em.execute(
    `update messages set read_in_app = ?, updated_at = ? where program_id = ? and partner_id = ? and ${unreadBy[reader]} returning id`,
    [now, now, programId, partnerId],
  )
  return rows.length
}

export interface WaitingThread extends ThreadRef {
  workspaceId: string
  programName: string
  partnerName: string
  texts: string[]
}

/**
 * Marks messages that the reader has not read as emailed: all of the threads in which one waits since `writtenBefore`, but none from before
 * `writtenAfter`. Returns their texts by thread, oldest first.
 */
export async function takeMessagesToEmail(
  { em }: WithEm,
  reader: Side,
  { now, writtenBefore, writtenAfter, limit }: { now: Date; writtenBefore: Date; writtenAfter: Date; limit: number },
): Promise<WaitingThread[]> {
  const waiting = `${unreadBy[reader]} and emailed_at is null`
  return em.execute(
    `with due as (
       select distinct program_id, partner_id from (
         select program_id, partner_id from messages where ${waiting} and created_at <= ? and created_at > ? order by created_at limit ?) m),
     waiting as (
       select m.id from messages m join due using (program_id, partner_id) where ${waiting} and m.created_at > ?
       for update of m skip locked),
     taken as (
       update messages m set emailed_at = ? from waiting where m.id = waiting.id returning m.id, m.program_id, m.partner_id, m.text)
     select g.id as "programId", p.id as "partnerId", g.workspace_id as "workspaceId", g.name as "programName", p.name as "partnerName",
       json_agg(t.text order by t.id) as texts
     from taken t join programs g on g.id = t.program_id join partners p on p.id = t.partner_id group by g.id, p.id`,
    [writtenBefore, writtenAfter, limit, writtenAfter, now],
  )
}

export interface EmailedMessage {
  text: string
  attachments: { fileName: string; url: string }[]
}

/** The messages of an email that the partner did not read meanwhile. */
export const emailedMessagesOf = ({ em }: WithEm, emailId: string): Promise<EmailedMessage[]> =>
  em.execute(
    `select m.text, (select coalesce(json_agg(json_build_object('fileName', a.file_name, 'url', a.image) order by a.id), '[]')
       from message_attachments a where a.message_id = m.id) as attachments
     from notification_emails n join messages m on m.program_id = n.program_id and m.partner_id = n.partner_id
     where n.id = ? and m.emailed_at = n.created_at and m.type = 'direct' and m.sender_partner_id is null and m.read_in_app is null
     order by m.id`,
    [emailId],
  )

export async function moveMessagesOfMergedPartner(
  { em }: WithEm,
  { programId, sourcePartnerId: source, targetPartnerId: target }: { programId: string; sourcePartnerId: string; targetPartnerId: string },
): Promise<void> {
  await em.execute(
    `update messages set partner_id = ?, sender_partner_id = case when sender_partner_id is not null then ? end
     where program_id = ? and partner_id = ?`,
    [target, target, programId, source],
  )
  await em.execute('update message_attachments set partner_id = ? where program_id = ? and partner_id = ?', [target, programId, source])
  await em.execute(
    `update notification_emails n set partner_id = ? where program_id = ? and partner_id = ? and not exists (
       select from notification_emails o where o.campaign_id = n.campaign_id and o.partner_id = ? and o.recipient = n.recipient)`,
    [target, programId, source, target],
  )
}

/** Deletes one batch of the messages and emails of a closed workspace; true while there may be more. */
export async function deleteMessagesOfWorkspace({ em }: JobScope, workspaceId: string): Promise<boolean> {
  for (const table of ['messages', 'notification_emails', 'message_attachments'])
    if (
      (await deleteBatch(em, table, 'program_id in (select id from programs where workspace_id = ?)', [workspaceId], deletedBatchSize)) > 0
    )
      return true
  return false
}
