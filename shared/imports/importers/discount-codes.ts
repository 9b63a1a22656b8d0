/** Coupons of partners become discount codes, each with a link of its own. */
import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { findCodesToImport, importDiscountCodes } from '../../earnings/index.js'
import { ServiceError } from '../../kernel/errors.js'
import { requireProgramId } from '../../partners/index.js'
import { groupWithoutDiscount, notImported } from '../errors.js'
import { hasDefaultDiscount, insertImportedObjects, ownersOfLinks } from '../imported-objects.queries.js'
import { type ImportContext, importer, optionalId, type Outcome, type RowToStore, sourceId } from './importer.js'
import { storePartnerLinks } from './partner-links.js'

const codeSchema = z.object({
  id: sourceId,
  code: z
    .string()
    .trim()
    .regex(/^[a-zA-Z0-9\-_]{1,100}$/),
  partnerId: optionalId,
  /** A link of the partner, in place of the partner. */
  linkId: optionalId,
})
type CodeRow = z.infer<typeof codeSchema>

export const discountCode = importer({
  schema: codeSchema,
  references: ({ partnerId, linkId }) => [
    { kind: 'partner', id: partnerId },
    { kind: 'partnerLink', id: linkId },
  ],
  async store(scope, rows) {
    const programId = requireProgramId(scope)
    const partners = await partnersOf(scope, rows)
    const found = await findCodesToImport(
      scope,
      programId,
      rows.map(({ row: { code } }, index) => ({ code, partnerId: partners[index] ?? '' })),
    )
    // A partner whom a dry run would create would join the default group, unless groups are imported too.
    const isPlanned = rows[0]?.context.planned.groups === 0 && (await hasDefaultDiscount(scope, programId))
    const outcomes = rows.map(({ row }, index): Outcome => {
      const [partnerId, known] = [partners[index], found[index]]
      if (partnerId === undefined) return notImported('partner', row.partnerId ?? row.linkId)
      if (known instanceof ServiceError && known.code !== 'conflict' && partnerId === '' && isPlanned) return { objectId: '', isNew: true }
      if (known instanceof ServiceError) return known.code === 'conflict' ? known : groupWithoutDiscount()
      return { objectId: known?.id ?? '', isNew: known?.id === null }
    })
    const newCodes = outcomes.flatMap((outcome, index) => {
      const [one, known] = [rows[index], found[index]]
      const isStored = one && known && !(known instanceof ServiceError) && !(outcome instanceof ServiceError) && outcome.isNew
      return isStored ? [{ ...one, index, partnerId: partners[index] ?? '', discountId: known.discountId }] : []
    })
    for (const { index, outcome } of await storeCodes(scope, programId, newCodes)) outcomes[index] = outcome
    return outcomes
  },
})

/** The id of the partner of each row; empty if a dry run would create it, undefined if it was not imported. */
async function partnersOf(scope: WorkspaceScope, rows: readonly RowToStore<CodeRow>[]): Promise<(string | undefined)[]> {
  const links = rows.map(({ row, context }) => context.find('partnerLink', row.linkId))
  const owners = await ownersOfLinks(
    scope,
    links.flatMap((link) => link || []),
  )
  return rows.map(({ row, context }, index) => {
    const link = links[index]
    return context.find('partner', row.partnerId) ?? (link === '' ? '' : owners.get(link ?? '')?.partnerId)
  })
}

interface NewCode extends RowToStore<CodeRow> {
  index: number
  partnerId: string
  discountId: string
}

/** Stores each code with its link; a code whose link cannot be stored is refused. */
async function storeCodes(
  scope: WorkspaceScope,
  programId: string,
  codes: readonly NewCode[],
): Promise<{ index: number; outcome: Outcome }[]> {
  const links = codes.map(({ row: { id, code }, context, partnerId }) => {
    return { link: { id: `${id}/link`, key: `${code}-coupon` }, context, partnerId }
  })
  const linked = await storePartnerLinks(scope, links)
  const withLink = codes.flatMap((one, position) => {
    const link = linked[position]
    return link === undefined || link instanceof ServiceError ? [] : [{ ...one, link, sourceId: links[position]?.link.id ?? '' }]
  })
  const refused = codes.flatMap(({ index }, position) => {
    const outcome = linked[position]
    return outcome instanceof ServiceError ? [{ index, outcome }] : []
  })
  const context: ImportContext | undefined = codes[0]?.context
  if (!context || context.options.dryRun) return refused
  await insertImportedObjects(
    scope,
    context.importId,
    'partnerLink',
    withLink.map(({ link, sourceId: id }) => ({ sourceId: id, ...link })),
  )
  const stored = await importDiscountCodes(
    scope,
    programId,
    withLink.map(({ row, partnerId, link, discountId }) => ({ code: row.code, partnerId, linkId: link.objectId, discountId })),
  )
  const outcomes = withLink.map(({ index }, position) => {
    const result = stored[position] as string | ServiceError
    return { index, outcome: result instanceof ServiceError ? result : { objectId: result, isNew: true } }
  })
  return [...refused, ...outcomes]
}
