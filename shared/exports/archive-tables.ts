/** The tables of a workspace archive, in the order in which they are imported, and those that an archive does not contain. */
export interface ArchiveTable {
  name: string
  /** How rows belong to the workspace: directly, through their program, or through a row of another table of the archive. */
  owner: 'workspace' | 'program' | { column: string; parent: string } | 'partners'
  /** Unique columns, in the order of the file. */
  key: readonly string[]
  /** Columns that are not exported, because the database assigns them. */
  without?: readonly string[]
  /** The columns that are exported; all others if undefined. */
  columns?: readonly string[]
  /** Columns that only older archives have. Imports still store them. */
  former?: readonly string[]
  /** Columns that only older archives have. Imports leave them empty. */
  discarded?: readonly string[]
  /** Which of the rows of the workspace are exported; all if undefined. */
  where?: string
}

const of = (
  owner: ArchiveTable['owner'],
  name: string,
  key: readonly string[] = ['id'],
  more: Partial<ArchiveTable> = {},
): ArchiveTable => ({
  name,
  owner,
  key,
  ...more,
})
const through = (column: string, parent: string, name: string, key?: readonly string[]) => of({ column, parent }, name, key)

const byTime = ['timestamp', 'id'] as const

/**
 * Events come before links and commissions, because the earnings of new events of partner links are computed. Enrolments come after links
 * and commissions, because their totals change with those.
 */
export const archiveTables: readonly ArchiveTable[] = [
  // An order that the registrar of this installation carries out. Another one would not find it there, and delete the domain with its links.
  of('workspace', 'domains', ['id'], { discarded: ['ordered_at'] }),
  of('workspace', 'hidden_shared_domains', ['slug']),
  of('workspace', 'folders'),
  through('folder_id', 'folders', 'folder_users', ['folder_id', 'user_id']),
  of('workspace', 'tags'),
  of('workspace', 'utm_templates'),
  of('workspace', 'customers'),
  of('workspace', 'customer_aliases', ['alias']),
  of('workspace', 'clicks', byTime),
  of('workspace', 'excluded_requests', ['day', 'link_id', 'reason']),
  of('workspace', 'lead_events', byTime),
  of('workspace', 'sale_events', byTime),
  of('workspace', 'sale_refunds', ['sale_id']),
  through('customer_id', 'customers', 'lead_claims', ['customer_id', 'event']),
  of('workspace', 'sale_claims', ['invoice_id']),
  of('workspace', 'refund_claims', ['refund_id']),
  through('customer_id', 'customers', 'conversion_claims', ['customer_id', 'link_id']),
  of('partners', 'partners', ['id'], {
    columns: ['id', 'name', 'email', 'image', 'description', 'country', 'company_name', 'profile_type', 'created_at', 'updated_at'],
  }),
  of({ column: 'partner_id', parent: 'partners' }, 'partner_platforms', ['partner_id', 'type']),
  of('workspace', 'programs'),
  of('program', 'partner_groups'),
  of('program', 'group_default_links'),
  of('program', 'partner_tags'),
  of('program', 'rewards'),
  of('program', 'discounts'),
  of('workspace', 'invoices'),
  of('program', 'payouts'),
  of('program', 'commissions'),
  through('commission_id', 'commissions', 'unchecked_commissions', ['commission_id']),
  of('workspace', 'links'),
  through('link_id', 'links', 'link_tags', ['link_id', 'tag_id']),
  of('workspace', 'dashboards'),
  through('link_id', 'links', 'partner_default_links', ['link_id']),
  of('program', 'discount_codes'),
  of('program', 'enrolments'),
  through('enrolment_id', 'enrolments', 'enrolment_tags', ['enrolment_id', 'tag_id']),
  through('enrolment_id', 'enrolments', 'partner_comments'),
  of('program', 'activity_log'),
  of('program', 'program_applications'),
  through('application_id', 'program_applications', 'program_application_images', ['application_id', 'field_id']),
  of('program', 'program_application_events'),
  of('program', 'bounties'),
  through('bounty_id', 'bounties', 'bounty_groups', ['bounty_id', 'group_id']),
  through('bounty_id', 'bounties', 'bounty_tags', ['bounty_id', 'tag_id']),
  of('program', 'bounty_submissions'),
  through('bounty_id', 'bounties', 'bounty_files'),
  of('program', 'campaigns'),
  of('program', 'campaign_unsubscribes', ['program_id', 'email']),
  of('program', 'messages'),
  of('program', 'message_attachments'),
  of('program', 'email_domains'),
  of('program', 'fraud_rules'),
  of('program', 'fraud_groups'),
  // An event with a source names a program of another workspace, which banned the partner.
  of({ column: 'group_id', parent: 'fraud_groups' }, 'fraud_events', ['id'], {
    former: ['source_program_id'],
    where: 'source_program_id is null',
  }),
  of('program', 'fraud_alerts'),
  of('program', 'fraud_summaries', ['program_id']),
  of('program', 'program_resources'),
  of('program', 'submitted_leads'),
  of('workspace', 'memories', ['id'], { without: ['number'] }),
  of('workspace', 'memory_changes', ['id'], { without: ['id'] }),
  of('workspace', 'memory_words', ['word']),
]

const accounts = 'accounts belong to an installation: invite the members again'
const secret = 'secrets: create them again'
const queue = 'work in progress'
const log = 'a log of this installation'
const derived = 'computed from the other tables'

/** Tables of workspaces that an archive leaves out, with the reason. The manifest names them. */
export const omittedTables: Readonly<Record<string, string>> = {
  workspaces: 'its settings are in the manifest',
  closed_workspaces: 'workspaces being deleted',
  members: accounts,
  invites: accounts,
  saved_views: accounts,
  tokens: secret,
  one_time_tokens: secret,
  embed_tokens: secret,
  oauth_apps: secret,
  oauth_codes: secret,
  oauth_installations: secret,
  oauth_refresh_tokens: secret,
  webhooks: secret,
  link_webhooks: 'belongs to webhooks',
  folder_webhooks: 'belongs to webhooks',
  integration_connections: secret,
  integration_installations: 'belongs to connections',
  integration_customers: 'belongs to connections',
  integration_sales: 'belongs to connections',
  integration_deliveries: log,
  payout_accounts: secret,
  partner_payout_settings: 'bank details are encrypted for this installation',
  payout_transfers: 'belongs to payout accounts',
  discovered_partners: 'names partners of the network who have nothing to do with the workspace',
  notification_emails: 'contains the keys of unsubscribe addresses',
  request_logs: log,
  webhook_events: log,
  webhook_event_batches: queue,
  webhook_deliveries: queue,
  webhook_outbox: queue,
  outbox: queue,
  background_operations: queue,
  background_operation_parts: queue,
  background_operation_errors: queue,
  background_operation_results: queue,
  attribution_moves: queue,
  discount_reservations: queue,
  archived_partners: queue,
  customer_erasures: queue,
  imports: log,
  imported_links: 'belongs to imports',
  imported_objects: 'belongs to imports',
  pending_bounty_counts: queue,
  pending_campaign_checks: queue,
  pending_conversions: queue,
  pending_earnings: queue,
  pending_group_moves: queue,
  pending_link_usage: queue,
  link_count_changes: derived,
  link_counts: derived,
  event_arrivals: derived,
  memory_vectors: derived,
  workspace_numbers: derived,
  dimension_values: derived,
  program_similarities: derived,
  click_events: 'contained in clicks',
  click_facts: derived,
  click_totals: derived,
  click_rollups: derived,
  click_rollup_packs: derived,
  click_column_segments: derived,
  conversion_facts: derived,
  conversion_totals: derived,
  conversion_rollups: derived,
  conversion_rollup_packs: derived,
}
