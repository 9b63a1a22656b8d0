import { z } from 'zod'
import { idText, pageFields } from '../../kernel/input-fields.js'

const maxThreadsPage = 50
const maxMessagesOfThread = 100
/** Of each thread in a list of threads. */
const defaultMessagesOfThread = 10

export const sendMessageBodySchema = z.object({ partnerId: idText(), text: z.string().trim().min(1).max(2000) })
export const markMessagesReadBodySchema = z.object({ partnerId: idText() })
export const getMessagesQuerySchema = z.object({
  partnerId: idText().optional().meta({ description: 'Only the thread of this partner.' }),
  messagesLimit: z.coerce
    .number()
    .int()
    .positive()
    .max(maxMessagesOfThread)
    .optional()
    .meta({
      description: `Newest messages of each thread: ${defaultMessagesOfThread} unless given, ${maxMessagesOfThread} with partnerId.`,
    }),
  ...pageFields(maxThreadsPage),
})
export type GetMessages = z.infer<typeof getMessagesQuerySchema>

export const messagesLimitOf = ({ partnerId, messagesLimit }: GetMessages): number =>
  messagesLimit ?? (partnerId ? maxMessagesOfThread : defaultMessagesOfThread)

const person = z.object({ id: z.string(), name: z.string().nullable(), image: z.string().nullable() })
export const MessageSchema = z.object({
  id: z.string(),
  programId: z.string(),
  partnerId: z.string(),
  senderPartnerId: z.string().nullable(),
  senderUserId: z.string().nullable(),
  text: z.string(),
  readInApp: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  senderPartner: person.nullable(),
  senderUser: person.nullable(),
})
export type MessageResponse = z.infer<typeof MessageSchema>
export const MessageThreadSchema = z.object({
  partner: person,
  unreadCount: z.number(),
  messages: MessageSchema.array(),
})
export type MessageThread = z.infer<typeof MessageThreadSchema>
export const MarkedMessages = z.object({ count: z.number() })
