import type { WorkspaceScope } from '../../accounts/index.js'
import { requireProgramId } from '../../partners/index.js'
import { countUnread, type MessageRow, messagesOf, threadsOf } from './message.queries.js'
import { type GetMessages, type MessageResponse, messagesLimitOf, type MessageThread } from './message.schema.js'

/** Threads with unread messages first, then those with the newest message. */
export async function listMessages(scope: WorkspaceScope, query: GetMessages): Promise<MessageThread[]> {
  const programId = requireProgramId(scope)
  const threads = await threadsOf(scope, programId, query)
  const partnerIds = threads.map(({ partnerId }) => partnerId)
  const rows = await messagesOf(scope, programId, { partnerIds, limit: messagesLimitOf(query) })
  return threads.map(({ partnerId, name, image, unreadCount }) => ({
    partner: { id: partnerId, name, image },
    unreadCount,
    messages: rows.filter((row) => row.partnerId === partnerId).map(presentMessage),
  }))
}

/** Messages of partners that no member of the workspace has read. */
export const countUnreadMessages = (scope: WorkspaceScope): Promise<number> => countUnread(scope, requireProgramId(scope))

export const presentMessage = ({ readInApp, createdAt, updatedAt, ...row }: MessageRow): MessageResponse => ({
  ...row,
  readInApp: readInApp === null ? null : isoTime(readInApp),
  createdAt: isoTime(createdAt),
  updatedAt: isoTime(updatedAt),
})

const isoTime = (value: unknown) => new Date(value as string).toISOString()
