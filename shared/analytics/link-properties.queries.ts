/** Current properties of links: conditions on them, and the ones that events are grouped by. */
import type { LinkField, LinkFilter, Selection } from './event-store.js'
import { isAnyOf, type SqlValues } from './postgres/sql-values.js'

const linkColumns: Record<Exclude<LinkField, 'tagId' | 'groupId' | 'partnerTagId'>, string> = {
  domain: 'links.domain',
  key: 'links.key',
  folderId: 'links.folder_id',
  tenantId: 'links.tenant_id',
  programId: 'links.program_id',
  partnerId: 'links.partner_id',
  hidesDestination: '(links.sealed_password is not null or links.banned_at is not null)::text',
}

/** Whether an enrolment is the one of the partner whose link it is. */
const enrolmentOfLink = 'enrolments.program_id = links.program_id and enrolments.partner_id = links.partner_id'

/** Conditions on rows of `links`. A link without the property matches no positive filter and every negated one. */
export function linkConditions({ workspaceIds, links }: Pick<Selection, 'workspaceIds' | 'links'>, values: SqlValues): string[] {
  return [
    isAnyOf('links.workspace_id', workspaceIds, 'text', values),
    ...links.map((filter) => `(${linkFieldCondition(filter, values)}) is ${filter.negated ? 'not true' : 'true'}`),
  ]
}

function linkFieldCondition({ field, values: accepted }: LinkFilter, values: SqlValues): string {
  const isAccepted = `= any(${values.add(accepted)}::text[])`
  if (field === 'tagId') return `exists (select from link_tags where link_tags.link_id = links.id and link_tags.tag_id ${isAccepted})`
  if (field === 'groupId') return `exists (select from enrolments where ${enrolmentOfLink} and enrolments.group_id ${isAccepted})`
  if (field === 'partnerTagId')
    return `exists (select from enrolments join enrolment_tags on enrolment_tags.enrolment_id = enrolments.id
      where ${enrolmentOfLink} and enrolment_tags.tag_id ${isAccepted})`
  return `${linkColumns[field]} ${isAccepted}`
}

const joinEnrolments = ` join enrolments on ${enrolmentOfLink}`
/** Where the property that events are grouped by is found. No link has the others. */
export const linkProperties: Partial<Record<LinkField, { column: string; join: string }>> = {
  groupId: { column: 'enrolments.group_id', join: joinEnrolments },
  partnerTagId: {
    column: 'enrolment_tags.tag_id',
    join: `${joinEnrolments} join enrolment_tags on enrolment_tags.enrolment_id = enrolments.id`,
  },
  domain: { column: 'links.domain', join: '' },
  folderId: { column: 'links.folder_id', join: '' },
  partnerId: { column: 'links.partner_id', join: '' },
  tagId: { column: 'link_tags.tag_id', join: ' join link_tags on link_tags.link_id = links.id' },
}
