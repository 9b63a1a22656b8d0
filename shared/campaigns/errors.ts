/** Errors of the campaigns domain. Each message is defined only here. */
import { badRequest, conflict, forbidden, notFound, tooManyRequests, unprocessable } from '../kernel/errors.js'

export const campaignNotFound = () => notFound('Campaign not found.')
export const campaignNotEditable = (status: string) =>
  badRequest(`The campaign is ${status}. Only campaigns that are a draft, scheduled or paused can be changed.`)
export const campaignNotDeletable = (status: string) =>
  badRequest(`The campaign is ${status} and cannot be deleted. ${status === 'active' ? 'Pause' : 'Cancel'} it first.`)
export const statusNotAllowed = (type: string, from: string, to: string) =>
  badRequest(`The status of a ${type} campaign cannot change from ${from} to ${to}.`)
export const campaignIncomplete = (field: string) => badRequest(`${field} is missing. Set it before the campaign is sent.`)
export const conditionsInvalid = (message: string) => badRequest(message)
export const dateInvalid = (field: string) => badRequest(`${field} is not a valid date. Send ISO 8601, such as 2027-03-01T00:00:00Z.`)
export const audienceUnknown = (field: string, ids: readonly string[]) =>
  badRequest(`${field} contains ids that the program does not have: ${ids.join(', ')}.`)
export const fromInvalid = () => badRequest('from must be an email address, such as news@acme.com or Acme <news@acme.com>.')
export const fromNotVerified = (domain: string) =>
  badRequest(`${domain} is no verified email domain of the program. Add it with POST /email-domains and create its DNS record.`)
export const previewRecipientUnknown = (address: string) =>
  badRequest(`emailAddresses contains ${address}, which is no member of the workspace. Test emails go to members only.`)
export const workflowNotFound = () => notFound('Workflow not found.')

export const emailDomainNotFound = () => notFound('Email domain not found.')
export const emailDomainExists = (slug: string) => conflict(`${slug} is already an email domain of the program.`)
export const tooManyEmailDomains = (max: number) => forbidden(`A program has at most ${max} email domains. Delete one first.`)
export const emailDomainInUse = () =>
  badRequest('A campaign that is scheduled, being sent or active uses this domain. Change its sender or stop it first.')

export const emailLinkInvalid = () => notFound('This link is not valid. Open the link of the email again.')

export const messagingDisabled = () => forbidden('This program does not accept messages of partners.')
export const partnerCannotWrite = (status: string) => forbidden(`Only approved partners can write messages, and this partner is ${status}.`)
export const attachmentUnknown = (id: string) =>
  unprocessable(`attachmentIds contains ${id}, which was not uploaded for this thread or was sent already. Upload it again.`)
export const attachmentInvalid = () => unprocessable('image must be a base64 data URL.')
export const tooManyUploads = () => tooManyRequests()
