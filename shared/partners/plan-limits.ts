import type { InWorkspace } from '../accounts/index.js'
import { trialLimits } from './limits.js'

/** The limit of the workspace; during a trial that of the trial, if it is lower. */
export function limitOf({ workspace, now }: Pick<InWorkspace, 'workspace' | 'now'>, resource: keyof typeof trialLimits): number {
  const limit = { partners: workspace.partnersLimit, groups: workspace.groupsLimit, partnerTags: workspace.partnerTagsLimit }[resource]
  return isTrial({ workspace, now }) ? Math.min(limit, trialLimits[resource]) : limit
}

export const isTrial = ({ workspace: { trialEndsAt }, now }: Pick<InWorkspace, 'workspace' | 'now'>): boolean =>
  Boolean(trialEndsAt && trialEndsAt > now())
