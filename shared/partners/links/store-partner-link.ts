import type { WorkspaceScope } from '../../accounts/index.js'
import { ServiceError } from '../../kernel/errors.js'
import { randomText } from '../../kernel/ids.js'
import { createLink, keyReserved, keyTaken, type Link } from '../../links/index.js'
import type { Enrolment } from '../enrolment.entity.js'
import { programWithoutDestination } from '../errors.js'
import type { Program } from '../programs/program.entity.js'
import { campaignOf, campaignOfTemplate, type UtmValues } from './campaign.js'
import type { LinkProps } from './partner-link.schema.js'

const maxKeyAttempts = 6

export interface LinkOwner {
  program: Program
  enrolment: Pick<Enrolment, 'partnerId' | 'tenantId'>
  template: UtmValues | null
}

export interface NewPartnerLink {
  url: string
  key?: string | undefined
  /** Whether another key may be chosen if `key` is taken or reserved. */
  isKeyFlexible?: boolean
  /** Whether it is a copy of a default link. */
  isCopy?: boolean
  props?: LinkProps | undefined
}

/** Creates a link of the partner on the domain and in the folder of the program. */
export async function storePartnerLink(scope: WorkspaceScope, owner: LinkOwner, link: NewPartnerLink): Promise<Link> {
  const { domain } = owner.program
  if (!domain) throw programWithoutDestination()
  const { isKeyFlexible = false, key } = link
  const input = linkInput(owner, link)
  for (let attempt = 1; ; attempt++) {
    const candidate = key === undefined || attempt === 1 ? key : `${key}-${randomText(4).toLowerCase()}`
    try {
      return await createLink(scope, { ...input, key: candidate })
    } catch (error) {
      if (!isKeyFlexible || !isUnavailable(error, domain, candidate ?? '') || attempt === maxKeyAttempts) throw error
    }
  }
}

/** A partner may have the name of a path of the API, such as `Api`. */
const isUnavailable = (error: unknown, domain: string, key: string) =>
  error instanceof ServiceError && [keyTaken(domain, key).message, keyReserved(key).message].includes(error.message)

/** The body of a new link of the partner, without its key. */
export function linkInput(
  { program, enrolment, template }: LinkOwner,
  { props, url, isCopy = false }: Pick<NewPartnerLink, 'props' | 'url' | 'isCopy'>,
) {
  return {
    ...props,
    ...(isCopy ? campaignOfTemplate(template) : campaignOf(template, url)),
    url,
    domain: program.domain ?? undefined,
    folderId: program.defaultFolderId ?? null,
    programId: program.id,
    partnerId: enrolment.partnerId,
    tenantId: props?.tenantId ?? enrolment.tenantId ?? null,
    trackConversion: true,
  }
}
