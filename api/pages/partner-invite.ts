import { partnerInvitePath, type PartnerInvitePreview } from '../../shared/partners/index.js'
import type { Reply } from '../http/reply.js'
import { html } from './markup.js'
import { form, hidden, page } from './page.js'

/** The page behind the link in an invite to a partner program. */
export const partnerInvitePage = ({ token, programName, email }: PartnerInvitePreview): Reply =>
  page(
    `Join the partner program of ${programName}`,
    html`<p>${email} is invited to the partner program of ${programName}: recommend it with links of your own and earn commissions.</p>
      ${form(`${partnerInvitePath}/accept/form`, hidden('token', token), html`<button>Accept</button>`)}
      ${form(`${partnerInvitePath}/decline/form`, hidden('token', token), html`<button>Decline</button>`)}`,
  )
