/** SQL of messages between programs and partners. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import { deleteBatch } from '../../kernel/db/delete-batch.queries.js'
import type { JobScope, Scope } from '../../kernel/scope.js'
import type { MessageResponse } from './message.schema.js'

type WithEm = Pick<Scope, 'em'>
const deletedBatchSize = 2000

export interface NewMessage {
  id: string
  programId: string
  partnerId: string
  senderUserId: string
  text: string
  createdAt: Date
}

export async function insertMessage(
  { em }: WithEm,
  { id, programId, partnerId, senderUserId, text, createdAt }: NewMessage,
): Promise<void> {
  await em.execute(
    `insert into messages (id, program_id, partner_id, sender_user_id, text, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?)`,
    [id, programId, partnerId, senderUserId, text, createdAt, createdAt],
  )
}

export interface ThreadRow {
  partnerId: string
  name: string | null
  image: string | null
  unreadCount: number
}

/** Threads with unread messages first, then those with the newest message. */
export async function threadsOf(
  { em }: WithEm,
  programId: string,
  { partnerId = null, page = 1, pageSize }: { partnerId?: string | null | undefined; page?: number | undefined; pageSize: number },
): Promise<ThreadRow[]> {
  return em.execute(
    `select t.partner_id as "partnerId", p.name, p.image, t.unread as "unreadCount"
     from (select partner_id, max(id) as newest,
             (count(*) filter (where sender_partner_id is not null and read_in_app is null))::int as unread
           from messages where program_id = ? and (?::text is null or partner_id = ?) group by partner_id) t
       join partners p on p.id = t.partner_id
     order by t.unread > 0 desc, t.newest desc limit ? offset ?`,
    [programId, partnerId, partnerId, pageSize, (page - 1) * pageSize],
  )
}

export type MessageRow = Omit<MessageResponse, 'readInApp' | 'createdAt' | 'updatedAt'> &
  Record<'readInApp' | 'createdAt' | 'updatedAt', unknown>

/** The newest messages of each thread, oldest first; of one message if `id` is given. */
export async function messagesOf(
  { em }: WithEm,
  programId: string,
  { partnerIds, limit, id = null }: { partnerIds: readonly string[]; limit: number; id?: string | null },
): Promise<MessageRow[]> {
  return em.execute(
    `select m.id, m.program_id as "programId", m.partner_id as "partnerId", m.sender_partner_id as "senderPartnerId",
       m.sender_user_id as "senderUserId", m.text, m.read_in_app as "readInApp", m.created_at as "createdAt", m.updated_at as "updatedAt",
       case when p.id is not null then json_build_object('id', p.id, 'name', p.name, 'image', p.image) end as "senderPartner",
       case when u.id is not null then json_build_object('id', u.id, 'name', u.name, 'image', u.image) end as "senderUser"
     from unnest(?::text[]) as thread(partner_id)
       cross join lateral (select * from messages where program_id = ? and partner_id = thread.partner_id and (?::text is null or id = ?)
                           order by id desc limit ?) m
       left join partners p on p.id = m.sender_partner_id left join users u on u.id = m.sender_user_id
     order by m.id`,
    [arrayLiteral(partnerIds), programId, id, id, limit],
  )
}

const unreadOfPartners = 'program_id = ? and sender_partner_id is not null and read_in_app is null'

export async function countUnread({ em }: WithEm, programId: string): Promise<number> {
  const [row]: { count: number }[] = await em.execute(`select count(*)::int as count from messages where ${unreadOfPartners}`, [programId])
  return row?.count ?? 0
}

export async function markRead({ em }: WithEm, programId: string, partnerId: string, now: Date): Promise<number> {
  const rows: unknown[] = await em.execute(
    `update messages set read_in_app = ?, updated_at = ? where ${unreadOfPartners} and partner_id = ? returning id`,
    [now, now, programId, partnerId],
  )
  return rows.length
}

export interface ThreadToEmail {
  programName: string
  texts: string[]
  /** Null for a partner without an address. */
  email: string | null
}

/** Marks messages of programs that partners have not read as emailed. Returns their texts by thread, oldest first. */
export async function takeMessagesToEmail({ em }: WithEm, now: Date, writtenBefore: Date, limit: number): Promise<ThreadToEmail[]> {
  return em.execute(
    `with due as (
       select id from messages where sender_partner_id is null and read_in_app is null and emailed_at is null and created_at <= ?
       order by created_at limit ? for update skip locked),
     taken as (
       update messages m set emailed_at = ? from due where m.id = due.id returning m.id, m.program_id, m.partner_id, m.text)
     select g.name as "programName", p.email, json_agg(t.text order by t.id) as texts
     from taken t join programs g on g.id = t.program_id join partners p on p.id = t.partner_id group by g.id, p.id`,
    [writtenBefore, limit, now],
  )
}

export async function moveMessagesOfMergedPartner(
  { em }: WithEm,
  merger: { programId: string; sourcePartnerId: string; targetPartnerId: string },
): Promise<void> {
  const { programId, sourcePartnerId: source, targetPartnerId: target } = merger
  await em.execute(
    `update messages set partner_id = ?, sender_partner_id = case when sender_partner_id is not null then ? end
     where program_id = ? and partner_id = ?`,
    [target, target, programId, source],
  )
}

/** Deletes one batch of the messages of a closed workspace; true while there may be more. */
export const deleteMessagesOfWorkspace = async ({ em }: JobScope, workspaceId: string): Promise<boolean> =>
  (await deleteBatch(em, 'messages', 'program_id in (select id from programs where workspace_id = ?)', [workspaceId], deletedBatchSize)) > 0
