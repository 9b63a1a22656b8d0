import type { Reply } from '../http/reply.js'
import { html } from './markup.js'
import { form, hidden, page } from './page.js'

interface PartnerInvite {
  /** Path of the page. */
  path: string
  token: string
  programName: string
  email: string
}

/** The page behind the link in an invite to a partner program. */
export const partnerInvitePage = ({ path, token, programName, email }: PartnerInvite): Reply =>
  page(
    `Join the partner program of ${programName}`,
    html`<p>${email} is invited to the partner program of ${programName}: recommend it with links of your own and earn commissions.</p>
      ${form(`${path}/accept/form`, hidden('token', token), html`<button>Accept</button>`)}
      ${form(`${path}/decline/form`, hidden('token', token), html`<button>Decline</button>`)}`,
  )
