import type { WorkspaceScope } from '../../accounts/index.js'
import { randomText } from '../../kernel/ids.js'
import { GroupDefaultLink } from '../groups/group-default-link.entity.js'
import type { PartnerGroup } from '../groups/partner-group.entity.js'
import { bindDefaultLink, utmTemplateOfGroup } from '../links/partner-link.queries.js'
import type { LinkProps } from '../links/partner-link.schema.js'
import { storePartnerLink } from '../links/store-partner-link.js'
import type { Program } from '../programs/program.entity.js'
import { slugify } from '../slugs.js'
import { addEnrolment } from './add-enrolment.js'
import { countPartners } from './count-partner.js'

export interface NewEnrolment {
  group: PartnerGroup
  partnerId: string
  tenantId: string | null
  status: 'approved' | 'invited'
  /** Username, name or address from which the keys of the links derive. */
  linkKey: string
  linkProps?: LinkProps | undefined
}

/** Enrols a partner with its default links. Returns the id of the enrolment, or null if the partner or the tenantId is enrolled already. */
export async function enrolPartner(scope: WorkspaceScope, program: Program, enrolment: NewEnrolment): Promise<string | null> {
  const { group, partnerId, tenantId, status, linkKey, linkProps } = enrolment
  const id = await addEnrolment(scope, program, { partnerId, tenantId, groupId: group.id, status })
  if (id === null) return null
  await createDefaultLinks(scope, program, { group, partnerId, tenantId, linkKey, linkProps })
  countPartners(scope, 1)
  return id
}

/** One link for each default link of the group. With several of them each key gets a suffix. An external id is unique: the first has it. */
async function createDefaultLinks(
  scope: WorkspaceScope,
  program: Program,
  { group, partnerId, tenantId, linkKey, linkProps }: Pick<NewEnrolment, 'group' | 'partnerId' | 'tenantId' | 'linkKey' | 'linkProps'>,
): Promise<void> {
  const defaults = await scope.em.find(GroupDefaultLink, { groupId: group.id }, { orderBy: { id: 'asc' } })
  const template = await utmTemplateOfGroup(scope, group.utmTemplateId)
  for (const [index, { id, url }] of defaults.entries()) {
    const key = defaults.length > 1 ? `${keyOf(linkKey)}-${randomText(4).toLowerCase()}` : keyOf(linkKey)
    const props = index === 0 ? linkProps : { ...linkProps, externalId: undefined }
    const link = await storePartnerLink(
      scope,
      { program, enrolment: { partnerId, tenantId }, template },
      { url, key: withPrefix(key, linkProps?.prefix), isKeyFlexible: true, isCopy: true, props },
    )
    await bindDefaultLink(scope, link.id, id)
  }
}

// A username that is a key already keeps its case.
const keyOf = (text: string) => (/^[\w-]+$/.test(text) && !text.startsWith('_') ? text : slugify(text) || randomText(7))

function withPrefix(key: string, prefix: string | undefined): string {
  const folder = prefix?.replace(/^\/+|\/+$/g, '')
  return folder ? `${folder}/${key}` : key
}
