/** SQL of the files of messages. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'
import type { Side, ThreadRef } from './message.queries.js'
import type { Attachment } from './message.schema.js'

type WithEm = Pick<Scope, 'em'>

export async function countAttachmentsSince({ em }: WithEm, writer: Side, thread: ThreadRef, since: Date): Promise<number> {
  const [row]: { count: number }[] = await em.execute(
    `select count(*)::int as count from message_attachments
     where program_id = ? and partner_id = ? and is_of_partner = ? and created_at > ?`,
    [thread.programId, thread.partnerId, writer === 'partner', since],
  )
  return row?.count ?? 0
}

export async function insertAttachment(
  { em, now }: Pick<Scope, 'em' | 'now'>,
  writer: Side,
  { programId, partnerId }: ThreadRef,
  { id, url, fileName, size }: Attachment,
): Promise<void> {
  await em.execute(
    `insert into message_attachments (id, program_id, partner_id, is_of_partner, image, file_name, size, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
    [id, programId, partnerId, writer === 'partner', url, fileName, size, now()],
  )
}

/** Adds uploaded files to a message. Returns the ids of those that were uploaded by the writer for the thread and not sent before. */
export async function attachFiles(
  { em }: WithEm,
  writer: Side,
  { programId, partnerId }: ThreadRef,
  messageId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows: { id: string }[] = await em.execute(
    `update message_attachments set message_id = ?
     where id = any (?::text[]) and program_id = ? and partner_id = ? and is_of_partner = ? and message_id is null returning id`,
    [messageId, arrayLiteral(ids), programId, partnerId, writer === 'partner'],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Files that were uploaded before the time and never sent. */
export const deleteUnsentAttachments = ({ em }: WithEm, uploadedBefore: Date): Promise<unknown> =>
  em.execute('delete from message_attachments where message_id is null and created_at < ?', [uploadedBefore])
