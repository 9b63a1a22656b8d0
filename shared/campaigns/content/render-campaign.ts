import type { Campaign } from '../campaigns/campaign.entity.js'
import { renderHtml, renderText } from './render.js'
import { interpolate, type VariableValues } from './variables.js'

/** The texts of a campaign for one partner. A subject has one line, whatever a name contains. */
export const renderCampaign = ({ subject, preview, body }: Pick<Campaign, 'subject' | 'preview' | 'body'>, values: VariableValues) => ({
  subject: interpolate(subject, values).replace(/\s+/g, ' '),
  preview: preview ? interpolate(preview, values) : null,
  html: renderHtml(body, values),
  text: renderText(body, values),
})
