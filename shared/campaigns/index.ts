/**
 * Campaigns: what a program writes to its partners. A member of the workspace sends a message to one partner; the messages of both form a
 * thread. A partner with an email address gets one email about the messages that wait in a thread.
 */
export { deleteMessagesOfWorkspace, moveMessagesOfMergedPartner } from './messages/message.queries.js'
export {
  getMessagesQuerySchema,
  MarkedMessages,
  markMessagesReadBodySchema,
  MessageSchema,
  MessageThreadSchema,
  sendMessageBodySchema,
} from './messages/message.schema.js'
export { countUnreadMessages, listMessages } from './messages/list-messages.js'
export { emailUnreadMessages } from './messages/email-unread-messages.js'
export { markMessagesRead, sendMessage } from './messages/send-message.js'
