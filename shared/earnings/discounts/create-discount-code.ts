import type { InWorkspace, WorkspaceScope } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import { requireProgramId } from '../../partners/index.js'
import { requireEnrolledPartner } from '../enrolments.queries.js'
import { codeTaken, linkHasCode, linkNotOfPartner, noFreeCode, partnerWithoutDiscount } from '../errors.js'
import { requireDiscount } from './change-discount.js'
import { codeOfLink, deleteDetachedCode, insertDiscountCode, isCodeTaken, isLinkOfPartner } from './discount-code.queries.js'
import type { CreateDiscountCode, DiscountCodeResponse } from './discount-code.schema.js'
import { type ExternalProvider, type OpenDiscountGateway, requireDiscountGateway } from './discount-gateway.js'
import { baseCode, candidateCodes } from './generate-code.js'
import { type CodeToCreate, orderCode, publishCreatedCode, storeReservedCode } from './order-code.js'

/** A request whose code the provider of the discount has created. */
export interface PreparedDiscountCode extends CreateDiscountCode {
  reservation?: { id: string; provider: ExternalProvider }
}

/** Checks the request and creates the code at the provider of the discount, if it has one. Requires that no transaction is open. */
export async function prepareDiscountCode(
  scope: WorkspaceScope,
  input: CreateDiscountCode,
  openGateway: OpenDiscountGateway,
): Promise<PreparedDiscountCode> {
  const order = await checkedOrder(scope, input)
  const { provider } = order.discount
  if (provider === 'custom') return input
  const gateway = await requireDiscountGateway(scope, provider, openGateway)
  const id = await orderCode(scope, gateway, order)
  if (id === null) throw await refusal(scope, order)
  return { ...input, reservation: { id, provider } }
}

/** Stores a prepared code, or creates one that the workspace applies itself. */
export async function createDiscountCode(
  scope: WorkspaceScope,
  { reservation, ...input }: PreparedDiscountCode,
): Promise<DiscountCodeResponse> {
  if (reservation) {
    const stored = await storeReservedCode(scope, reservation.id, reservation.provider)
    if (!stored) throw partnerWithoutDiscount(input.partnerId)
    return stored
  }
  const order = await checkedOrder(scope, input)
  const created = await createCustomCode(scope, order)
  if (!created) throw await refusal(scope, order)
  return created
}

async function checkedOrder(scope: WorkspaceScope, { partnerId, linkId, code }: CreateDiscountCode): Promise<CodeToCreate> {
  const programId = requireProgramId(scope)
  const partner = await requireEnrolledPartner(scope, programId, partnerId)
  if (!(await isLinkOfPartner(scope, programId, partnerId, linkId))) throw linkNotOfPartner(linkId)
  if (partner.discountId === null) throw partnerWithoutDiscount(partnerId)
  // The partner has a discount again, so a ban that ended its code was lifted.
  await deleteDetachedCode(scope, linkId)
  const existing = await codeOfLink(scope, linkId)
  if (existing !== null) throw linkHasCode(existing)
  if (code !== undefined && (await isCodeTaken(scope, programId, code))) throw codeTaken(code)
  return { discount: await requireDiscount(scope, partner.discountId), partnerId, partnerName: partner.name, linkId, code }
}

/** Creates the first code that is free; null if none is. Requires a transaction. */
export async function createCustomCode(scope: InWorkspace, order: CodeToCreate): Promise<DiscountCodeResponse | null> {
  const { discount, partnerId, linkId } = order
  const { id: discountId, programId } = discount
  for (const code of candidateCodes(order, scope.random)) {
    const id = newId('dcode_', scope.now().getTime())
    const created = await insertDiscountCode(scope, { id, programId, partnerId, linkId, discountId, code })
    if (!created) continue
    await publishCreatedCode(scope, programId, id)
    return created
  }
  return null
}

/** Another request may have created a code of the link meanwhile. */
async function refusal(scope: WorkspaceScope, { discount, partnerName, linkId, code }: CodeToCreate): Promise<Error> {
  const concurrent = await codeOfLink(scope, linkId)
  if (concurrent !== null) return linkHasCode(concurrent)
  return code === undefined ? noFreeCode(baseCode(partnerName, discount)) : codeTaken(code)
}
