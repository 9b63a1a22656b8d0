/** Programs that look for partners: the marketplace, for partners and for anyone. */
import { Discount, presentOfferedDiscount, presentReward, Reward } from '../../earnings/index.js'
import type { Scope } from '../../kernel/scope.js'
import type { PartnerScope } from '../../partner-accounts/index.js'
import { type EnrolmentStatus, PartnerGroup, Program } from '../../partners/index.js'
import type { CountNetworkPrograms, GetNetworkPrograms, NetworkProgram, NetworkProgramCount } from './network-program.schema.js'
import { countNetworkProgramsBy, networkProgramsMatching, type NetworkProgramRow } from './network-programs.queries.js'

export const listNetworkPrograms = async (scope: PartnerScope, query: GetNetworkPrograms): Promise<NetworkProgram[]> =>
  presentPrograms(scope, await networkProgramsMatching(scope, scope.partner.id, query))

/** The public list: without the status of an enrolment. */
export const listMarketplace = async (scope: Scope, query: Omit<GetNetworkPrograms, 'status'>): Promise<Omit<NetworkProgram, 'status'>[]> =>
  (await presentPrograms(scope, await networkProgramsMatching(scope, null, query))).map(({ status: _, ...program }) => program)

export async function countNetworkPrograms(scope: PartnerScope, query: CountNetworkPrograms): Promise<NetworkProgramCount> {
  const rows = await countNetworkProgramsBy(scope, scope.partner.id, query)
  if (query.groupBy === 'category') return rows.map(({ key, count }) => ({ category: key ?? '', _count: count }))
  if (query.groupBy === 'rewardType') return rows.map(({ key, count }) => ({ type: key as 'sale', _count: count }))
  if (query.groupBy === 'status') return rows.map(({ key, count }) => ({ status: key, _count: count }))
  return rows[0]?.count ?? 0
}

/** The programs in the order of the rows, with the terms of their default groups. */
export async function presentPrograms({ em }: Pick<Scope, 'em'>, rows: readonly NetworkProgramRow[]): Promise<NetworkProgram[]> {
  const programs = await em.find(Program, { id: { $in: rows.map(({ id }) => id) } })
  const groups = await em.find(PartnerGroup, { id: { $in: programs.map(({ defaultGroupId }) => defaultGroupId) } })
  const rewardIds = groups.flatMap((group) => [group.clickRewardId, group.leadRewardId, group.saleRewardId].flatMap((id) => id ?? []))
  const discountIds = groups.flatMap(({ discountId }) => discountId ?? [])
  const programOf = mapById(programs)
  const groupOf = mapById(groups)
  const rewardOf = mapById(await em.find(Reward, { id: { $in: rewardIds }, deletedAt: null }))
  const discountOf = mapById(await em.find(Discount, { id: { $in: discountIds } }))
  return rows.flatMap(({ id, status }) => {
    const program = programOf.get(id)
    const group = program && groupOf.get(program.defaultGroupId)
    if (!group) return []
    const discount = discountOf.get(group.discountId ?? '')
    const ofGroup = [group.clickRewardId, group.leadRewardId, group.saleRewardId]
    return [
      {
        id,
        slug: program.slug,
        defaultGroupId: group.id,
        name: program.name,
        logo: program.logo ?? null,
        domain: program.domain ?? null,
        url: program.url ?? null,
        description: program.description ?? null,
        rewards: ofGroup.flatMap((rewardId) => rewardOf.get(rewardId ?? '') ?? []).map(presentReward),
        discount: discount ? presentOfferedDiscount(discount) : null,
        termsUrl: program.termsUrl ?? null,
        applicationRequirements: program.applicationRequirements ?? null,
        categories: program.categories,
        featuredOnMarketplaceAt: program.featuredOnMarketplaceAt?.toISOString() ?? null,
        marketplaceHeaderImage: program.marketplaceHeaderImage ?? null,
        status: status as EnrolmentStatus | null,
      },
    ]
  })
}

const mapById = <Row extends { id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))
