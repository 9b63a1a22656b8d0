import type { CustomerDetails } from '../../customers/index.js'
import type { ClickRow } from '../enrich-click.js'
import type { TrackLead } from './conversion-input.schema.js'
import type { ConvertedLink } from './conversion.queries.js'

export interface ClickWithLink {
  click: ClickRow
  link: ConvertedLink
}

export type CustomerInput = Pick<TrackLead, 'customerExternalId' | 'customerName' | 'customerEmail' | 'customerAvatar'>

/** The customer as a lead or sale with a click describes it. */
export const customerOfClick = (input: CustomerInput, { click, link }: ClickWithLink): CustomerDetails => ({
  externalId: input.customerExternalId,
  name: input.customerName,
  email: input.customerEmail,
  avatar: input.customerAvatar,
  click: {
    clickId: click.id,
    clickedAt: click.timestamp,
    linkId: link.id,
    programId: link.programId,
    partnerId: link.partnerId,
    country: click.country === 'Unknown' ? null : click.country,
  },
})
