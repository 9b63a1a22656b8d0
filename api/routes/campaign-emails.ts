/** The domains from which campaigns are sent, and what recipients of their emails request. */
import { plansWith } from '../../shared/accounts/index.js'
import {
  createEmailDomain,
  createEmailDomainBodySchema,
  deleteEmailDomain,
  DeletedEmailDomain,
  EmailDomainParams,
  EmailDomainSchema,
  listEmailDomains,
  openedImagePath,
  openEmail,
  OpenedImageParams,
  readUnsubscribeLink,
  unsubscribe,
  UnsubscribeForm,
  unsubscribePath,
  UnsubscribeQuery,
  verifyEmailDomain,
} from '../../shared/campaigns/index.js'
import { open } from '../access/open.js'
import { page } from '../access/page.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'
import { bytes } from '../http/reply.js'
import { errorPage, messagePage } from '../pages/message.js'
import { unsubscribePage } from '../pages/unsubscribe.js'

const plans = plansWith('campaigns')
const read = { access: workspace('groups.read'), rate: 'api', plans, hidden: true } as const
const write = { access: workspace('groups.write'), rate: 'api', plans, hidden: true } as const
const pages = { access: page, rate: 'none', hidden: true, errorPage } as const

export const campaignEmails = [
  endpoint({
    ...read,
    id: 'listEmailDomains',
    method: 'GET',
    path: '/email-domains',
    summary: 'List the domains from which the program sends email',
    output: EmailDomainSchema.array(),
    run: ({ scope }) => listEmailDomains(scope),
  }),
  endpoint({
    ...write,
    id: 'createEmailDomain',
    method: 'POST',
    path: '/email-domains',
    summary: 'Add a domain from which the program sends email',
    description: 'The answer has the DNS record that proves ownership. It is looked for every hour, and on request.',
    status: 201,
    body: createEmailDomainBodySchema,
    output: EmailDomainSchema,
    run: ({ scope, body }) => createEmailDomain(scope, body),
  }),
  endpoint({
    ...write,
    id: 'verifyEmailDomain',
    method: 'POST',
    path: '/email-domains/{emailDomainId}/verify',
    summary: 'Look for the DNS record of an email domain now',
    params: EmailDomainParams,
    output: EmailDomainSchema,
    // DNS may take long.
    transaction: 'own',
    run: ({ scope, params }) => verifyEmailDomain(scope, params.emailDomainId),
  }),
  endpoint({
    ...write,
    id: 'deleteEmailDomain',
    method: 'DELETE',
    path: '/email-domains/{emailDomainId}',
    summary: 'Delete an email domain',
    params: EmailDomainParams,
    output: DeletedEmailDomain,
    run: ({ scope, params }) => deleteEmailDomain(scope, params.emailDomainId),
  }),
  endpoint({
    id: 'emailOpenedImage',
    method: 'GET',
    path: `${openedImagePath}/{token}`,
    hidden: true,
    allowsAnyOrigin: true,
    access: open,
    rate: 'none',
    params: OpenedImageParams,
    contentTypes: ['image/gif'],
    run: async ({ scope, params }) => bytes(await openEmail(scope, params), 'image/gif', { 'Cache-Control': 'no-store' }),
  }),
  endpoint({
    ...pages,
    id: 'unsubscribePage',
    method: 'GET',
    path: unsubscribePath,
    query: UnsubscribeQuery,
    run: async ({ scope, query }) =>
      unsubscribePage({ path: unsubscribePath, token: query.token, ...(await readUnsubscribeLink(scope, query)) }),
  }),
  // Mailboxes send the same request for a single click, from another site: the token is the credential.
  endpoint({
    ...pages,
    id: 'unsubscribeForm',
    method: 'POST',
    path: unsubscribePath,
    query: UnsubscribeQuery,
    body: UnsubscribeForm,
    acceptsForm: true,
    run: async ({ scope, query }) => {
      const { programName, recipient } = await unsubscribe(scope, query)
      return messagePage('Unsubscribed', `${recipient} gets no more campaigns of ${programName}.`)
    },
  }),
]
