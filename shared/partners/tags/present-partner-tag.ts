import type { PartnerTag } from './partner-tag.entity.js'
import type { PartnerTagResponse } from './partner-tag.schema.js'

export const presentPartnerTag = ({ id, name, createdAt, updatedAt }: PartnerTag): PartnerTagResponse => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
