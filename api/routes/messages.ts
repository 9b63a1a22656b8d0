/** Messages between the program and its partners. */
import { plansWith } from '../../shared/accounts/index.js'
import {
  AttachmentSchema,
  countUnreadMessages,
  getMessagesQuerySchema,
  listMessages,
  MarkedMessages,
  markMessagesRead,
  markMessagesReadBodySchema,
  MessageSchema,
  MessageThreadSchema,
  sendMessage,
  sendMessageBodySchema,
  uploadAttachment,
  uploadAttachmentBodySchema,
} from '../../shared/campaigns/index.js'
import { CountResponse } from '../../shared/links/index.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'

const read = { access: workspace('messages.read'), rate: 'api', plans: plansWith('programs'), hidden: true } as const
const write = { access: workspace('messages.write'), rate: 'api', hidden: true } as const

export const messages = [
  endpoint({
    ...read,
    id: 'listMessages',
    method: 'GET',
    path: '/messages',
    summary: 'List the threads with partners',
    query: getMessagesQuerySchema,
    output: MessageThreadSchema.array(),
    run: ({ scope, query }) => listMessages(scope, query),
  }),
  endpoint({
    ...read,
    id: 'countMessages',
    method: 'GET',
    path: '/messages/count',
    summary: 'Count the unread messages of partners',
    output: CountResponse,
    run: ({ scope }) => countUnreadMessages(scope),
  }),
  endpoint({
    ...write,
    id: 'sendMessage',
    method: 'POST',
    path: '/messages',
    summary: 'Send a message to a partner',
    description: 'A partner with an email address gets an email about it after three minutes.',
    plans: plansWith('partnerMessages'),
    status: 201,
    body: sendMessageBodySchema,
    output: MessageSchema,
    run: ({ scope, body }) => sendMessage(scope, body),
  }),
  endpoint({
    ...write,
    id: 'markMessagesRead',
    method: 'POST',
    path: '/messages/read',
    summary: 'Mark the messages of a partner as read',
    plans: plansWith('programs'),
    body: markMessagesReadBodySchema,
    output: MarkedMessages,
    run: ({ scope, body }) => markMessagesRead(scope, body),
  }),
  endpoint({
    ...write,
    id: 'uploadMessageAttachment',
    method: 'POST',
    path: '/messages/attachments',
    summary: 'Upload an image for a message to a partner',
    description: 'Send the id with the message within a day.',
    plans: plansWith('partnerMessages'),
    status: 201,
    body: uploadAttachmentBodySchema,
    output: AttachmentSchema,
    run: ({ scope, body }) => uploadAttachment(scope, body),
  }),
]
