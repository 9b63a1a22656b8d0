import { publishWebhookEvent, type WorkspaceScope } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import { requireProgramId } from '../../partners/index.js'
import { requireEnrolledPartner } from '../enrolments.queries.js'
import { codeTaken, linkHasCode, linkNotOfPartner, noFreeCode, partnerWithoutDiscount } from '../errors.js'
import { requireDiscount } from './change-discount.js'
import { codeOfLink, findAnnouncedCode, insertDiscountCode, isLinkOfPartner } from './discount-code.queries.js'
import type { CreateDiscountCode, DiscountCodeResponse } from './discount-code.schema.js'
import { baseCode, variedCode } from './generate-code.js'

/** Variations of a generated code that are tried when it is taken. */
const maxVariations = 3

/** Creates a code for a link of a partner who has a discount. */
export async function createDiscountCode(scope: WorkspaceScope, input: CreateDiscountCode): Promise<DiscountCodeResponse> {
  const { partnerId, linkId, code } = input
  const programId = requireProgramId(scope)
  const partner = await requireEnrolledPartner(scope, programId, partnerId)
  if (!(await isLinkOfPartner(scope, programId, partnerId, linkId))) throw linkNotOfPartner(linkId)
  if (partner.discountId === null) throw partnerWithoutDiscount(partnerId)
  const existing = await codeOfLink(scope, linkId)
  if (existing !== null) throw linkHasCode(existing)
  const discount = await requireDiscount(scope, partner.discountId)

  const base = baseCode(partner.name, discount)
  const candidates = code === undefined ? [base, ...Array.from({ length: maxVariations }, () => variedCode(base, scope.random))] : [code]
  for (const candidate of candidates) {
    const row = { id: newId('dcode_', scope.now().getTime()), programId, partnerId, linkId, discountId: discount.id, code: candidate }
    const created = await insertDiscountCode(scope, row)
    if (!created) continue
    await publishWebhookEvent(scope, 'discount_code.created', async () =>
      [await findAnnouncedCode(scope, programId, created.id)].filter((one) => one !== null),
    )
    return created
  }
  // Another request may have created a code of the link meanwhile.
  const concurrent = await codeOfLink(scope, linkId)
  if (concurrent !== null) throw linkHasCode(concurrent)
  throw code === undefined ? noFreeCode(base) : codeTaken(code)
}
