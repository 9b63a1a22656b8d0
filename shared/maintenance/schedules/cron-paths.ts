/**
 * The paths at which an external scheduler may start work, by the groups of the specification, each with the scheduled job that does it. A
 * path whose work another design made needless says so instead. The service's own schedules do all of this without an external scheduler.
 */

export type CronPath = { path: string; job: string } | { path: string; answer: string }

const starts = (job: string, ...paths: string[]): CronPath[] => paths.map((path) => ({ path, job }))
const needless = (answer: string, ...paths: string[]): CronPath[] => paths.map((path) => ({ path, answer }))

const byRequest = 'The request that needs this work enqueues it, and the queue retries it.'
const withCommit = 'The transaction that changes the rows also changes these totals, so there is nothing to repair.'
const readThrough = 'Caches are invalidated after each commit and expire by themselves.'
const noCharges = 'The service charges no invoices by itself, so there is no payment to start or to retry.'
const noDemo = 'The service has no demo programs and no shared test workspace.'
const noBalances = 'Payouts go to the account of the partner at once; the service holds no balances.'

/** Group of the specification -> its paths below `/api/cron`. */
export const cronGroups: Record<string, readonly CronPath[]> = {
  'click aggregation': [
    ...starts('earnings.compute-click-commissions', 'aggregate-clicks', 'aggregate-clicks/process'),
    ...starts('tracking.ingest-queued-clicks', 'streams/update-click-stats'),
    ...starts('webhooks.dispatch-events', 'streams/send-link-clicked-webhooks'),
  ],
  'bounty notification': starts('bounties.open', 'bounties/notify-partners'),
  'bounty social-metric sync': starts('bounties.sync-social-metrics', 'bounties/queue-sync-social-metrics', 'bounties/sync-social-metrics'),
  'bounty draft-submission upsert': starts('bounties.count-performance', 'bounties/upsert-draft-submissions'),
  'campaign broadcast and scheduled-campaign queueing': starts(
    'campaigns.queue-scheduled',
    'campaigns/broadcast',
    'campaigns/queue-scheduled',
  ),
  'campaign workflows': starts('campaigns.send-by-enrolled-days', 'workflows/{workflowId}'),
  'cleanup of declined invites': starts('partners.delete-expired-enrolments', 'cleanup/declined-invites'),
  'cleanup of demo embed partners': needless(noDemo, 'cleanup/demo-embed-partners'),
  'cleanup of end-to-end test data': needless(noDemo, 'cleanup/e2e-tests'),
  'cleanup of expired fraud groups': starts('fraud.expire-groups', 'cleanup/expired-fraud-groups'),
  'cleanup of expired tokens': starts('accounts.delete-expired-credentials', 'cleanup/expired-tokens'),
  'cleanup of links by retention days': starts('links.enforce-retention', 'cleanup/link-retention'),
  'cleanup of orphaned records': needless('Foreign keys delete the rewards of a deleted group or program.', 'cleanup/orphaned-rewards'),
  'cleanup of unenrolled partners': starts('maintenance.delete-unenrolled-partners', 'cleanup/unenrolled-partners'),
  'cleanup of rejected program applications': starts('partners.delete-expired-enrolments', 'cleanup/rejected-applications'),
  'referral commission backfill, creation and payout queueing': starts(
    'earnings.create-referral-commissions',
    'commissions/referrals/backfill',
    'commissions/referrals/create',
    'commissions/referrals/queue',
  ),
  'email-domain list sync': starts('fraud.refresh-disposable-domains', 'disposable-emails'),
  'domain renewal payment intents': starts('links.renew-domains', 'domains/renewal-payments'),
  'domain renewal reminders': starts('links.renew-domains', 'domains/renewal-reminders'),
  'domain renewal for an invoice': needless(
    'The account of the installation at the registrar pays for renewals, so no invoice precedes them.',
    'domains/renewal-succeeded',
  ),
  'domain transfer between workspaces': needless(byRequest, 'domains/transfer'),
  'link updates on domain change': needless(byRequest, 'domains/update'),
  'domain verification check': starts('links.verify-domains', 'domains/verify'),
  'email domain verification': starts('campaigns.verify-email-domains', 'email-domains/verify'),
  'click-tracking update': needless(
    'Emails leave through the mail server of the installation, and their links are not rewritten.',
    'email-domains/update',
  ),
  'unread-message notifications for partners and programs': starts(
    'campaigns.email-unread-messages',
    'messages/notify-partner',
    'messages/notify-program',
  ),
  'export workers': needless(
    'The export endpoints enqueue this job, and the queue retries it.',
    ...['commissions', 'customers', 'events/partner', 'events/workspace', 'links', 'partners', 'payouts'].map((data) => `export/${data}`),
  ),
  imports: needless(
    'The endpoint that starts an import enqueues this job, and the queue continues it.',
    ...['bitly', 'csv', 'firstpromoter', 'partnerstack', 'rebrandly', 'rewardful', 'short', 'tapfiliate', 'tolt'].map(
      (source) => `import/${source}`,
    ),
  ),
  'program similarity calculation': starts('network.compute-similarities', 'network/calculate-program-similarities'),
  'verified partner platform update': [
    ...starts('network.refresh-platforms', 'partner-platforms', 'partner-platforms/youtube'),
    ...needless('No provider of figures about websites is supported.', 'partner-platforms/website'),
  ],
  'monthly program summary for partners': starts(
    'partner-profile.send-program-summaries',
    'partner-program-summary',
    'partner-program-summary/process',
  ),
  'fraud events summary': starts('fraud.send-summaries', 'fraud/summary'),
  'fraud release of held commissions': needless(
    'Resolving a fraud group releases its held commissions in the same transaction.',
    'fraud/release-hold-commissions',
  ),
  'exchange-rate update': starts('tracking.refresh-exchange-rates', 'fx-rates'),
  'default links create, remap and update': needless(
    byRequest,
    ...['create-default-links', 'remap-default-links', 'remap-discount-codes', 'sync-utm', 'update-default-links'].map(
      (step) => `groups/${step}`,
    ),
  ),
  'failed invoice retry': needless(noCharges, 'invoices/retry-failed'),
  'link A/B test completion': starts('links.decide-ab-tests', 'links/{linkId}/complete-tests'),
  'unclaimed demo link deletion': starts('links.delete-unclaimed', 'links/delete'),
  'discount code creation drain and disabling': [
    ...starts('earnings.provision-discount-codes', 'discount-codes/create', 'discount-codes/create/queue-batches'),
    ...needless('Deleting or disabling a code enqueues its end at the provider, and the queue retries it.', 'discount-codes/disable'),
  ],
  'partner links cache invalidation': needless(readThrough, 'links/invalidate-for-discounts', 'links/invalidate-for-partners'),
  'program applications': [
    ...starts('applications.auto-reject', 'partners/auto-reject'),
    ...starts('applications.send-reminders', 'program-application-reminder'),
    ...starts('applications.summarise-pending', 'pending-applications-summary'),
  ],
  'partners, programs and rewards': needless(
    byRequest,
    ...['auto-approve', 'ban', 'deactivate', 'delete', 'verify-country-change'].map((step) => `partners/${step}`),
    ...['deactivate', 'reactivate'].map((step) => `programs/${step}`),
    'rewards/process',
  ),
  payouts: [
    ...starts('earnings.aggregate-payouts', 'payouts/aggregate-due-commissions', 'payouts/aggregate-due-commissions/process'),
    ...starts('payouts.send-transfers', 'payouts/process', 'payouts/process/updates', 'payouts/send-stripe-payout'),
    ...starts('payouts.remind-partners', 'payouts/reminders/partners'),
    ...starts('payouts.remind-workspaces', 'payouts/reminders/program-owners'),
    ...needless(withCommit, 'payouts/reconcile-amounts', 'streams/update-partner-stats'),
    ...needless(noBalances, 'payouts/force-withdrawals', 'payouts/balance-available', 'payouts/send-tremendous-payout'),
    ...needless(
      'The webhooks of the payment provider do this.',
      'payouts/charge-succeeded',
      'payouts/payout-failed',
      'payouts/payout-paid',
    ),
  ],
  'workspace usage and deletion': [
    ...starts('analytics.send-usage-emails', 'usage'),
    ...starts('links.count-pending', 'streams/update-workspace-links-usage'),
    ...starts('maintenance.finish-deletions', 'workspaces/delete'),
    ...needless('Operators set trial periods; no emails are sent about them.', 'trial-emails'),
  ],
  sitemaps: needless('The service creates no links from sitemaps.', 'sitemaps/queue', 'sitemaps/import'),
  'orders of shops': needless('The webhook of the shop enqueues this job, and the queue retries it.', 'shopify/order-paid'),
  delivery: [
    ...needless('New users get no email of this kind.', 'welcome-user'),
    ...needless('Each job sends its own emails, with a key that prevents a second copy.', 'send-batch-email'),
    ...needless('Workers publish the outbox continuously, and each job is retried by its queue.', 'queue/retry'),
    ...needless(readThrough, 'sync-redis-resources'),
  ],
}

export const cronPaths: readonly CronPath[] = Object.values(cronGroups).flat()
