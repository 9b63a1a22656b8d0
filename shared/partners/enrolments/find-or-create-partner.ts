import { newId } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import { noFreeUsername } from '../errors.js'
import { slugify, withRandomSuffix } from '../slugs.js'
import { insertPartner, partnerIdByEmail } from './partner.queries.js'

export interface PartnerProfile {
  email: string
  name?: string | null | undefined
  image?: string | null | undefined
  country?: string | null | undefined
  description?: string | null | undefined
}

const maxUsernameAttempts = 4

/** The id of the partner with the address, who is created if there is none. The profile of an existing partner stays as it is. */
export async function findOrCreatePartner(scope: Scope, { email, name, image, country, description }: PartnerProfile): Promise<string> {
  const localPart = email.split('@')[0] ?? ''
  for (let attempt = 1; attempt <= maxUsernameAttempts; attempt++) {
    const existing = await partnerIdByEmail(scope, email)
    if (existing) return existing
    const id = newId('pn_', scope.now().getTime())
    const isInserted = await insertPartner(scope, {
      id,
      name: name || email,
      email,
      username: withRandomSuffix(slugify(name || localPart) || 'partner'),
      image: image || null,
      country: country ?? null,
      description: description ?? null,
    })
    if (isInserted) return id
  }
  throw noFreeUsername()
}
