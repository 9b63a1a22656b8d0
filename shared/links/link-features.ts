/** Plan features used by a link. Pure. */
import { type Feature, features, planHas, planTiers } from '../accounts/index.js'
import { featuresNeedPlan } from './errors.js'
import type { LinkDraft } from './merge-link.js'

const featureUses: [Feature, (link: LinkDraft) => boolean][] = [
  ['linkPreviews', ({ proxy }) => proxy],
  ['linkPassword', ({ hasPassword }) => hasPassword],
  ['linkCloaking', ({ rewrite }) => rewrite],
  ['linkExpiration', ({ expiresAt }) => expiresAt !== null],
  ['deviceTargeting', ({ ios, android }) => ios !== null || android !== null],
  ['geoTargeting', ({ geo }) => geo !== null],
  ['searchIndexing', ({ doIndex }) => doIndex],
  ['conversionTracking', ({ trackConversion }) => trackConversion],
  ['abTests', ({ testVariants }) => testVariants !== null],
  ['webhooks', ({ webhookIds }) => webhookIds.length > 0],
]

export const featuresOf = (link: LinkDraft): Feature[] => featureUses.filter(([, isUsed]) => isUsed(link)).map(([feature]) => feature)

/** Refuses a link that uses features missing from the plan. The error names the lowest plan that includes all of them. */
export function requireFeatures(plan: string, link: LinkDraft): void {
  const missing = featuresOf(link).filter((feature) => !planHas(plan, feature))
  if (missing.length === 0) return
  const needed = missing.map((feature) => features[feature].from).reduce((a, b) => (planTiers.indexOf(b) > planTiers.indexOf(a) ? b : a))
  throw featuresNeedPlan(
    needed,
    missing.map((feature) => features[feature].label),
  )
}
