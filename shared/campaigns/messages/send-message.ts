import type { WorkspaceScope } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import { requireDefaultProgram, requireEnrolment } from '../../partners/index.js'
import { presentMessage } from './list-messages.js'
import { insertMessage, markRead, type MessageRow, messagesOf } from './message.queries.js'
import type { MessageResponse } from './message.schema.js'

/** Writes to a partner of the program. */
export async function sendMessage(
  scope: WorkspaceScope,
  { partnerId, text }: { partnerId: string; text: string },
): Promise<MessageResponse> {
  const program = await requireDefaultProgram(scope)
  await requireEnrolment(scope, program, { partnerId })
  const createdAt = scope.now()
  const id = newId('msg_', createdAt.getTime())
  await insertMessage(scope, { id, programId: program.id, partnerId, senderUserId: scope.actor.user.id, text, createdAt })
  const [row] = await messagesOf(scope, program.id, { partnerIds: [partnerId], limit: 1, id })
  return presentMessage(row as MessageRow)
}

/** Marks all messages of a partner as read by the program. */
export async function markMessagesRead(scope: WorkspaceScope, { partnerId }: { partnerId: string }): Promise<{ count: number }> {
  const program = await requireDefaultProgram(scope)
  await requireEnrolment(scope, program, { partnerId })
  return { count: await markRead(scope, program.id, partnerId, scope.now()) }
}
