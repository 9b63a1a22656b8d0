/** The migrations in the order in which they run. Their files and the library behind them are loaded only when one has to run. */
import type { Migration } from '@mikro-orm/migrations'

export const migrations = [
  '20261121000100_kernel_outbox_and_short_lived_state',
  '20261121000200_accounts_workspaces_users_tokens',
  '20261121000300_links_links_tags_folders_domains',
  '20261121000400_tracking_click_events',
  '20261121000500_tracking_visits_and_batches',
  '20261121001100_links_detached_tags_and_folders_utm_dashboards',
  '20261121001200_links_domain_checks_and_moves',
  '20261121002000_accounts_passwords_and_sessions',
  '20261121002100_accounts_workspace_settings',
  '20261121003000_tracking_click_rollups',
  '20261121004000_accounts_request_logs',
  '20261121004100_accounts_oauth',
  '20261121005000_errands_errands',
  '20261121005100_kernel_kept_answers',
  '20261121005200_links_indexes_in_the_order_of_lists',
  '20261121006000_customers_customers',
  '20261121006100_tracking_lead_and_sale_events',
  '20261121006200_tracking_exchange_rates',
  '20261121006300_tracking_refunds',
  '20261121007000_memories_memories_and_history',
  '20261121007100_memories_search',
  '20261121007200_memories_vectors',
  '20261121008000_tracking_brin_summaries',
  '20261121009000_integrations_connections_and_deliveries',
  '20261121010000_accounts_news',
  '20261121010100_webhooks_webhooks',
  '20261121011000_tracking_what_a_recount_needs',
  '20261121011100_tracking_attribution',
  '20261121011200_customers_aliases',
  '20261121012000_tracking_conversion_rollups',
  '20261121013000_links_counts',
  '20261121013100_links_ends_of_ab_tests',
  '20261121013200_links_hidden_shared_domains',
  '20261121013300_accounts_notification_preferences',
  '20261121015000_integrations_customers_of_deliveries',
  '20261121016000_kernel_sliding_rates',
  '20261121017000_tracking_hours_of_all_kinds',
  '20261121018000_errands_names_people',
  '20261121018100_tracking_event_arrivals',
  '20261121019000_customers_payment_ids_by_workspace',
  '20261121020000_tracking_sales_that_come_again',
  '20261121021000_tracking_packs',
  '20261121022000_tracking_click_columns',
  '20261121023000_tracking_waiting_clicks',
  '20261121024000_webhooks_bundles',
  '20261121028000_accounts_closed_workspaces',
]

type Step = new (...needs: ConstructorParameters<typeof Migration>) => Migration

/** Each file exports one class. */
export async function loadMigration(name: string): Promise<{ name: string; class: Step }> {
  const [step] = Object.values<Step>(await import(`./${name}.js`))
  if (!step) throw new Error(`migrations/${name}.ts exports no class`)
  return { name, class: step }
}
