/** The links by which customers came. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { linkForCommission, linksForCommissions } from '../../earnings/index.js'
import { requireProgramId } from '../../partners/index.js'
import { linkNotImported } from '../errors.js'
import type { ImportContext, RowToStore, SourceReference } from './importer.js'

export interface Referral {
  partnerId: string | undefined
  linkId: string | undefined
}

export const referencesOf = ({ partnerId, linkId }: Referral): SourceReference[] => [
  { kind: 'partner', id: partnerId },
  { kind: 'partnerLink', id: linkId },
  { kind: 'link', id: linkId },
]

/** The link by which a customer came, else the one with which the partner earned most. Empty in a dry run if it would be created. */
export async function linkOf(scope: WorkspaceScope, { partnerId, linkId }: Referral, context: ImportContext): Promise<string | null> {
  const named = context.find('partnerLink', linkId) ?? context.find('link', linkId)
  if (named !== undefined || partnerId === undefined) return named ?? null
  const partner = { programId: requireProgramId(scope), partnerId: context.require('partner', partnerId) }
  const link = await linkForCommission(scope, partner, null)
  if (link === null && context.options.dryRun) return ''
  if (link === null) throw linkNotImported(partnerId)
  return link
}

/** `linkOf` for many rows; undefined for those with an error. */
export async function linksOf(scope: WorkspaceScope, rows: readonly RowToStore<Referral>[]): Promise<(string | null | undefined)[]> {
  const partners = rows.flatMap(({ row, context }) => context.find('partner', row.partnerId) || [])
  const programId = scope.workspace.defaultProgramId
  const byPartner = programId ? await linksForCommissions(scope, programId, partners) : new Map<string, string>()
  return rows.map(({ row: { partnerId, linkId }, context }) => {
    const named = context.find('partnerLink', linkId) ?? context.find('link', linkId)
    if (named !== undefined || partnerId === undefined) return named ?? null
    const partner = context.find('partner', partnerId)
    return partner === undefined ? undefined : (byPartner.get(partner) ?? (context.options.dryRun ? '' : undefined))
  })
}
