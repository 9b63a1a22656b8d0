/** Decides how the links of a partner follow the default links of its group. Pure. */
import { campaignIn, campaignKeys, type UtmValues } from './campaign.js'

export interface PartnerLink {
  id: string
  url: string
  /** The default link of which it is a copy. */
  defaultLinkId: string | null
}

interface DefaultLink {
  id: string
  url: string
}

export interface DefaultLinkPlan<Default extends DefaultLink> {
  /** Copies of default links of a former group that go to the same destination as one of the new group. */
  bind: { linkId: string; defaultLinkId: string }[]
  /** Copies without a counterpart: they stay as ordinary links. */
  unbind: string[]
  /** Copies whose default link has another destination now. */
  redirect: { linkId: string; url: string }[]
  /** Default links without a copy. */
  create: Default[]
}

/** `links` are ordered by their age, oldest first. `template` is that of the group. */
export function planDefaultLinks<Default extends DefaultLink>(
  links: readonly PartnerLink[],
  defaults: readonly Default[],
  template: UtmValues | null = null,
): DefaultLinkPlan<Default> {
  const byId = new Map(defaults.map((one) => [one.id, one]))
  const copied = new Set(links.flatMap(({ defaultLinkId }) => (defaultLinkId && byId.has(defaultLinkId) ? defaultLinkId : [])))
  const plan: DefaultLinkPlan<Default> = { bind: [], unbind: [], redirect: [], create: [] }
  for (const { id, url, defaultLinkId } of links) {
    if (defaultLinkId === null) continue
    const current = byId.get(defaultLinkId)
    if (current) {
      if (target(url) !== target(current.url) || lacksCampaign(url, current.url, template))
        plan.redirect.push({ linkId: id, url: current.url })
      continue
    }
    const counterpart = defaults.find((one) => !copied.has(one.id) && destination(one.url) === destination(url))
    if (!counterpart) plan.unbind.push(id)
    else {
      plan.bind.push({ linkId: id, defaultLinkId: counterpart.id })
      copied.add(counterpart.id)
    }
  }
  plan.create = defaults.filter(({ id }) => !copied.has(id))
  return plan
}

/** Whether the default link sets a campaign parameter that its copy has not. Those of the template of the group follow by themselves. */
function lacksCampaign(url: string, wanted: string, template: UtmValues | null): boolean {
  const [own, ofDefault] = [campaignIn(url), campaignIn(wanted)]
  return campaignKeys.some((key) => !template?.[key] && ofDefault[key] !== undefined && ofDefault[key] !== own[key])
}

/** The url without its campaign parameters. */
function target(url: string): string {
  if (!URL.canParse(url)) return url
  const { searchParams } = new URL(url)
  for (const key of campaignKeys) searchParams.delete(key)
  return `${destination(url)}?${searchParams.toString()}`
}

/** The url without its query: campaign parameters do not make it another destination. */
function destination(url: string): string {
  if (!URL.canParse(url)) return url
  const { origin, pathname, hash } = new URL(url)
  return `${origin}${pathname.replace(/\/$/, '')}${hash}`
}
