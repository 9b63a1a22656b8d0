/** Job contracts of the bounties domain. */
import { z } from 'zod'
import { contract } from '../kernel/queue/contract.js'

/** Opens bounties whose start has come: the given one, or all. */
export const openBountyJob = contract({
  name: 'bounties.open',
  queue: 'events',
  payload: z.object({ bountyId: z.string() }).nullable(),
  deduplicationKey: (payload) => payload?.bountyId ?? '',
})

/** Sends an email about a new bounty to its partners. */
export const notifyPartnersJob = contract({
  name: 'bounties.notify-partners',
  queue: 'bulk',
  payload: z.object({ bountyId: z.string() }),
  attempts: 20,
})

/** Reads the views or likes of the posts of a bounty, or of all open bounties whose counts are old. */
export const syncSocialMetricsJob = contract({
  name: 'bounties.sync-social-metrics',
  queue: 'imports',
  payload: z.object({ bountyId: z.string() }).nullable(),
  deduplicationKey: (payload) => payload?.bountyId ?? '',
})
