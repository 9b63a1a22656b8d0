import type { WorkspaceScope } from '../../accounts/index.js'
import type { Scope } from '../../kernel/scope.js'
import { requireProgramId } from '../../partners/index.js'
import { isoTime } from '../iso-time.js'
import { findProgram } from './find-program.js'
import { countUnread, type MessageRow, messagesOf, threadsOfPartner, threadsOfProgram } from './message.queries.js'
import {
  type GetMessages,
  type GetPartnerMessages,
  type MessageResponse,
  messagesLimitOf,
  type MessageThread,
  type PartnerMessageThread,
} from './message.schema.js'

/** Threads with unread messages first, then those with the newest message. */
export async function listMessages(scope: WorkspaceScope, query: GetMessages): Promise<MessageThread[]> {
  const programId = requireProgramId(scope)
  const threads = await threadsOfProgram(scope, programId, query)
  const rows = await messagesOf(
    scope,
    threads.map(({ partnerId }) => ({ programId, partnerId })),
    { limit: messagesLimitOf(query.messagesLimit, query.partnerId !== undefined) },
  )
  return threads.map(({ partnerId, name, image, unreadCount }) => ({
    partner: { id: partnerId, name, image },
    unreadCount,
    messages: rows.filter((row) => row.partnerId === partnerId).map(presentMessage),
  }))
}

/** The threads of a partner with its programs, in the same order. */
export async function listMessagesOfPartner(scope: Scope, partnerId: string, query: GetPartnerMessages): Promise<PartnerMessageThread[]> {
  const program = query.programId === undefined ? undefined : await findProgram(scope, query.programId)
  if (program === null) return []
  const threads = await threadsOfPartner(scope, partnerId, { ...query, programId: program?.id })
  const rows = await messagesOf(
    scope,
    threads.map(({ programId }) => ({ programId, partnerId })),
    { limit: messagesLimitOf(query.messagesLimit, query.programId !== undefined) },
  )
  return threads.map(({ programId, name, slug, logo, messagingEnabledAt, unreadCount }) => ({
    program: { id: programId, name, slug, logo, messagingEnabledAt: isoTime(messagingEnabledAt) },
    unreadCount,
    messages: rows.filter((row) => row.programId === programId).map(presentMessage),
  }))
}

/** Messages of partners that no member of the workspace has read. */
export const countUnreadMessages = (scope: WorkspaceScope): Promise<number> => countUnread(scope, 'program', requireProgramId(scope))

/** Messages of programs that the partner has not read. */
export const countUnreadMessagesOfPartner = (scope: Scope, partnerId: string): Promise<number> => countUnread(scope, 'partner', partnerId)

export const presentMessage = ({ readInApp, readInEmail, createdAt, updatedAt, ...row }: MessageRow): MessageResponse => ({
  ...row,
  readInApp: isoTime(readInApp),
  readInEmail: isoTime(readInEmail),
  createdAt: isoTime(createdAt) as string,
  updatedAt: isoTime(updatedAt) as string,
})
