import type { JobScope } from '../../kernel/scope.js'
import { clickStoreOf, flushClickBlocks } from '../../tracking/index.js'
import type { ClickedLink, ClickProgram, Day } from './click-earnings.queries.js'

export interface ClicksOfLink extends ClickedLink {
  country: string
  clicks: number
}

/** Clicks of the day on the links, by country. */
export async function clicksOfDay(
  scope: JobScope,
  { workspaceId }: ClickProgram,
  links: readonly ClickedLink[],
  day: Day,
): Promise<ClicksOfLink[]> {
  if (links.length === 0) return []
  // A commission is computed once, so no click of the day may be missing.
  await flushClickBlocks(scope, workspaceId)
  const partners = new Map(links.map(({ linkId, partnerId }) => [linkId, partnerId]))
  const counted = await (await clickStoreOf(scope)).countByCountry(workspaceId, [...partners.keys()], day)
  return counted.flatMap((clicks) => {
    const partnerId = partners.get(clicks.linkId)
    return partnerId === undefined ? [] : [{ ...clicks, partnerId }]
  })
}
