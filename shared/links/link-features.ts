/** Which features of a plan a link uses. Pure. */
import { type Feature, features, planHas, planRows } from '../accounts/index.js'
import { featuresNeedPlan } from './errors.js'
import type { LinkDraft } from './merge-link.js'

const uses: [Feature, (link: LinkDraft) => boolean][] = [
  ['linkPreviews', ({ proxy }) => proxy],
  ['linkPassword', ({ password }) => password !== null],
  ['linkCloaking', ({ rewrite }) => rewrite],
  ['linkExpiration', ({ expiresAt }) => expiresAt !== null],
  ['deviceTargeting', ({ ios, android }) => ios !== null || android !== null],
  ['geoTargeting', ({ geo }) => geo !== null],
  ['searchIndexing', ({ doIndex }) => doIndex],
  ['conversionTracking', ({ trackConversion }) => trackConversion],
  ['abTests', ({ testVariants }) => testVariants !== null],
  ['webhooks', ({ webhookIds }) => webhookIds.length > 0],
]

export const featuresOf = (link: LinkDraft): Feature[] => uses.filter(([, isUsed]) => isUsed(link)).map(([feature]) => feature)

/** Refuses a link that uses what the plan does not include. One word for all: the lowest plan that includes everything asked for. */
export function requireFeatures(plan: string, link: LinkDraft): void {
  const missing = featuresOf(link).filter((feature) => !planHas(plan, feature))
  if (missing.length === 0) return
  const needed = missing.map((feature) => features[feature].from).reduce((a, b) => (planRows.indexOf(b) > planRows.indexOf(a) ? b : a))
  throw featuresNeedPlan(
    needed,
    missing.map((feature) => features[feature].words),
  )
}
