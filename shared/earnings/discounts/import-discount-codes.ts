/** Discount codes that partners have in another system, which created them there. Nothing is created or ended at a provider. */
import type { WorkspaceScope } from '../../accounts/index.js'
import type { ServiceError } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import { codeTaken, partnerWithoutDiscount } from '../errors.js'
import { deleteImportedCodes, discountsOfPartners, insertDiscountCodes, partnersOfCodes } from './imported-codes.queries.js'

export interface ImportedCode {
  code: string
  partnerId: string
}

export interface KnownCode {
  /** Id of the code if the partner has it already. */
  id: string | null
  /** The discount of the partner. */
  discountId: string
}

/** For each code whether the partner has it, or the error with which it is refused. */
export async function findCodesToImport(
  scope: WorkspaceScope,
  programId: string,
  codes: readonly ImportedCode[],
): Promise<(KnownCode | ServiceError)[]> {
  const owners = await partnersOfCodes(
    scope,
    programId,
    codes.map(({ code }) => code),
  )
  const discounts = await discountsOfPartners(
    scope,
    programId,
    codes.map(({ partnerId }) => partnerId),
  )
  const seen = new Set<string>()
  return codes.map(({ code, partnerId }) => {
    const [owner, discountId, isRepeated] = [owners.get(code.toLowerCase()), discounts.get(partnerId), seen.has(code.toLowerCase())]
    seen.add(code.toLowerCase())
    if (owner ? owner.partnerId !== partnerId : isRepeated) return codeTaken(code)
    if (owner) return { id: owner.id, discountId: discountId ?? '' }
    return discountId === undefined ? partnerWithoutDiscount(partnerId) : { id: null, discountId }
  })
}

/** Stores codes, each for a link of its own. Returns the id of each, or the error if it was taken meanwhile. */
export async function importDiscountCodes(
  scope: WorkspaceScope,
  programId: string,
  codes: readonly (ImportedCode & { linkId: string; discountId: string })[],
): Promise<(string | ServiceError)[]> {
  const rows = codes.map((code) => ({ ...code, id: newId('dcode_', scope.now().getTime()) }))
  const stored = await insertDiscountCodes(scope, programId, rows)
  return rows.map(({ id, code }) => (stored.has(id) ? id : codeTaken(code)))
}

/** Deletes imported codes. They stay valid in the system that created them. Returns the ids. */
export async function undoDiscountCodes(scope: WorkspaceScope, ids: readonly string[]): Promise<Set<string>> {
  await deleteImportedCodes(scope, ids)
  return new Set(ids)
}
