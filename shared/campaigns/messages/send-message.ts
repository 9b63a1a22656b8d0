import type { WorkspaceScope } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import { partnerNotEnrolled, requireDefaultProgram, requireEnrolment } from '../../partners/index.js'
import { attachmentUnknown, messagingDisabled, partnerCannotWrite } from '../errors.js'
import { attachFiles } from './attachment.queries.js'
import { findProgram } from './find-program.js'
import { presentMessage } from './list-messages.js'
import { insertMessage, markRead, type MessageRow, messagesOf, type ThreadRef } from './message.queries.js'
import type { MessageInput, MessageResponse } from './message.schema.js'

/** Writes to a partner of the program. */
export async function sendMessage(
  scope: WorkspaceScope,
  { partnerId, ...input }: MessageInput & { partnerId: string },
): Promise<MessageResponse> {
  const thread = await requireThreadOfProgram(scope, partnerId)
  return storeMessage(scope, thread, { senderPartnerId: null, senderUserId: scope.actor.user.id }, input)
}

/** Marks all messages of a partner as read by the program. */
export async function markMessagesRead(scope: WorkspaceScope, { partnerId }: { partnerId: string }): Promise<{ count: number }> {
  return { count: await markRead(scope, 'program', await requireThreadOfProgram(scope, partnerId), scope.now()) }
}

/** The thread with a partner of the program. */
export async function requireThreadOfProgram(scope: WorkspaceScope, partnerId: string): Promise<ThreadRef> {
  const program = await requireDefaultProgram(scope)
  await requireEnrolment(scope, program, { partnerId })
  return { programId: program.id, partnerId }
}

/** Writes to a program as a user of the partner. */
export async function sendMessageOfPartner(
  scope: Scope,
  sender: { partnerId: string; userId: string },
  { programId, ...input }: MessageInput & { programId: string },
): Promise<MessageResponse> {
  const thread = await requireWritableThread(scope, { programId, partnerId: sender.partnerId })
  return storeMessage(scope, thread, { senderPartnerId: sender.partnerId, senderUserId: sender.userId }, input)
}

/** Marks all messages of a program as read by the partner. */
export async function markMessagesReadByPartner(scope: Scope, { programId, partnerId }: ThreadRef): Promise<{ count: number }> {
  const program = await findProgram(scope, programId)
  return { count: program ? await markRead(scope, 'partner', { programId: program.id, partnerId }, scope.now()) : 0 }
}

/** The thread of an approved partner with a program that accepts messages. */
export async function requireWritableThread(scope: Scope, { programId, partnerId }: ThreadRef): Promise<ThreadRef> {
  const program = await findProgram(scope, programId)
  if (!program) throw partnerNotEnrolled(partnerId, programId)
  const { status } = await requireEnrolment(scope, program, { partnerId })
  if (!program.messagingEnabledAt || program.deactivatedAt) throw messagingDisabled()
  if (status !== 'approved' && status !== 'archived') throw partnerCannotWrite(status)
  return { programId: program.id, partnerId }
}

async function storeMessage(
  scope: Scope,
  thread: ThreadRef,
  sender: { senderPartnerId: string | null; senderUserId: string },
  { text, attachmentIds = [] }: MessageInput,
): Promise<MessageResponse> {
  const createdAt = scope.now()
  const id = newId('msg_', createdAt.getTime())
  await insertMessage(scope, { id, ...thread, ...sender, text, createdAt })
  const writer = sender.senderPartnerId === null ? 'program' : 'partner'
  const attached = await attachFiles(scope, writer, thread, id, attachmentIds)
  const unknown = attachmentIds.find((one) => !attached.has(one))
  if (unknown) throw attachmentUnknown(unknown)
  const [row] = await messagesOf(scope, [thread], { limit: 1, id })
  return presentMessage(row as MessageRow)
}
