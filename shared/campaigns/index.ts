/**
 * Campaigns: what a program writes to its partners. Messages of a program and a partner form a thread; each side gets one email about the
 * messages that wait for it. A marketing campaign is an email to many partners at a time; a transactional one is sent to each partner for
 * whom its conditions come true. Each partner gets a campaign once: the row of the email is inserted in the transaction that enqueues it.
 *
 * A trigger notes the partners whose totals change while a campaign is active, in the transaction of the change. A job then checks them.
 * Emails leave from the address of the service, or from a domain that the program proved to own by a DNS record. Their counts follow the
 * answer of the mail server and an image that shows the opening.
 */
export {
  CampaignCount,
  CampaignEvent,
  CampaignParams,
  CampaignPreview,
  CampaignSchema,
  CampaignSummary,
  countCampaignEventsQuerySchema,
  countCampaignsQuerySchema,
  createCampaignBodySchema,
  DeletedCampaign,
  getCampaignEventsQuerySchema,
  getCampaignsQuerySchema,
  ListedCampaignSchema,
  campaignEmailQuerySchema,
  previewCampaignBodySchema,
  updateCampaignBodySchema,
} from './campaigns/campaign.schema.js'
export { createCampaign, deleteCampaign, duplicateCampaign, updateCampaign } from './campaigns/change-campaign.js'
export {
  countCampaignEvents,
  countCampaigns,
  getCampaign,
  listCampaignEvents,
  listCampaigns,
  summariseCampaign,
} from './campaigns/list-campaigns.js'
export { campaignEmail, previewCampaign } from './campaigns/preview-campaign.js'
export { stopCampaignsOfPlan } from './campaigns/stop-campaigns-of-plan.js'
export {
  createEmailDomainBodySchema,
  DeletedEmailDomain,
  EmailDomainParams,
  EmailDomainSchema,
} from './email-domains/email-domain.schema.js'
export { createEmailDomain, deleteEmailDomain, listEmailDomains, verifyEmailDomain } from './email-domains/change-email-domains.js'
export { verifyEmailDomains } from './email-domains/verify-email-domains.js'
export { broadcastJob, sendNotificationEmailJob } from './jobs.js'
export { deleteMessagesOfWorkspace, moveMessagesOfMergedPartner } from './messages/message.queries.js'
export {
  AttachmentSchema,
  getMessagesQuerySchema,
  getPartnerMessagesQuerySchema,
  MarkedMessages,
  markMessagesReadBodySchema,
  markPartnerMessagesReadBodySchema,
  MessageSchema,
  MessageThreadSchema,
  PartnerMessageThreadSchema,
  sendMessageBodySchema,
  sendPartnerMessageBodySchema,
  uploadAttachmentBodySchema,
  uploadPartnerAttachmentBodySchema,
} from './messages/message.schema.js'
export { countUnreadMessages, countUnreadMessagesOfPartner, listMessages, listMessagesOfPartner } from './messages/list-messages.js'
export { emailUnreadMessages } from './messages/email-unread-messages.js'
export { markMessagesRead, markMessagesReadByPartner, sendMessage, sendMessageOfPartner } from './messages/send-message.js'
export { deleteMessageLeftovers } from './messages/delete-leftovers.js'
export { prepareAttachment, prepareAttachmentOfPartner, uploadAttachment, uploadAttachmentOfPartner } from './messages/upload-attachment.js'
export { broadcastCampaign, queueScheduledCampaigns } from './sending/broadcast.js'
export { openedImagePath, unsubscribePath } from './sending/paths.js'
export {
  openEmail,
  OpenedImageParams,
  readUnsubscribeLink,
  unsubscribe,
  UnsubscribeForm,
  UnsubscribeQuery,
} from './sending/recipient-pages.js'
export { failNotificationEmail, sendNotificationEmail } from './sending/send-notification-email.js'
export { getWorkflow, listWorkflows, updateWorkflow } from './workflows/change-workflows.js'
export { getWorkflowsQuerySchema, updateWorkflowBodySchema, WorkflowParams, WorkflowSchema } from './workflows/workflow.schema.js'
export { hasPendingChecks } from './workflows/workflow.queries.js'
export { sendCampaignsByEnrolledDays, sendTriggeredCampaigns, welcomePartner } from './workflows/send-campaigns.js'
