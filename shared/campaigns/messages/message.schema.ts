import { z } from 'zod'
import { FileInput } from '../../bounties/index.js'
import { idText, pageFields } from '../../kernel/input-fields.js'
import { maxAttachments } from '../limits.js'

const maxThreadsPage = 50
const maxMessagesOfThread = 100
/** Of each thread in a list of threads. */
const defaultMessagesOfThread = 10

const content = {
  text: z.string().trim().min(1).max(2000),
  attachmentIds: z.array(idText()).max(maxAttachments).optional().meta({ description: 'Files that were uploaded for this thread.' }),
}
const ofPartner = { partnerId: idText() }
const ofProgram = { programId: idText().meta({ description: 'Id or slug of the program.' }) }
export const sendMessageBodySchema = z.object({ ...ofPartner, ...content })
export const sendPartnerMessageBodySchema = z.object({ ...ofProgram, ...content })
export type MessageInput = Omit<z.infer<typeof sendMessageBodySchema>, 'partnerId'>
export const markMessagesReadBodySchema = z.object(ofPartner)
export const markPartnerMessagesReadBodySchema = z.object(ofProgram)
export const uploadAttachmentBodySchema = FileInput.extend(ofPartner)
export const uploadPartnerAttachmentBodySchema = FileInput.extend(ofProgram)

const threadLimits = {
  messagesLimit: z.coerce
    .number()
    .int()
    .positive()
    .max(maxMessagesOfThread)
    .optional()
    .meta({
      description: `Newest messages of each thread: ${defaultMessagesOfThread} unless given, ${maxMessagesOfThread} for a single thread.`,
    }),
  ...pageFields(maxThreadsPage),
}
export const getMessagesQuerySchema = z.object({
  partnerId: idText().optional().meta({ description: 'Only the thread of this partner.' }),
  ...threadLimits,
})
export type GetMessages = z.infer<typeof getMessagesQuerySchema>
export const getPartnerMessagesQuerySchema = z.object({
  programId: idText().optional().meta({ description: 'Only the thread with this program, by id or slug.' }),
  ...threadLimits,
})
export type GetPartnerMessages = z.infer<typeof getPartnerMessagesQuerySchema>

export const messagesLimitOf = (messagesLimit: number | undefined, isSingleThread: boolean): number =>
  messagesLimit ?? (isSingleThread ? maxMessagesOfThread : defaultMessagesOfThread)

const person = z.object({ id: z.string(), name: z.string().nullable(), image: z.string().nullable() })
export const AttachmentSchema = z.object({ id: z.string(), url: z.string(), fileName: z.string(), size: z.number().describe('Bytes.') })
export type Attachment = z.infer<typeof AttachmentSchema>
export const MessageSchema = z.object({
  id: z.string(),
  programId: z.string(),
  partnerId: z.string(),
  senderPartnerId: z.string().nullable().describe('Null for a message of the program.'),
  senderUserId: z.string().nullable(),
  type: z.enum(['direct', 'campaign']),
  subject: z.string().nullable().describe('Of a campaign.'),
  text: z.string(),
  readInApp: z.string().nullable(),
  readInEmail: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  senderPartner: person.nullable(),
  senderUser: person.nullable(),
  attachments: AttachmentSchema.array(),
})
export type MessageResponse = z.infer<typeof MessageSchema>
const thread = { unreadCount: z.number(), messages: MessageSchema.array() }
export const MessageThreadSchema = z.object({ partner: person, ...thread })
export type MessageThread = z.infer<typeof MessageThreadSchema>
export const PartnerMessageThreadSchema = z.object({
  program: z.object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    logo: z.string().nullable(),
    messagingEnabledAt: z.string().nullable().describe('Null if partners cannot write to the program.'),
  }),
  ...thread,
})
export type PartnerMessageThread = z.infer<typeof PartnerMessageThreadSchema>
export const MarkedMessages = z.object({ count: z.number() })
