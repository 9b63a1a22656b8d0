// What is known of a domain's DNS, and domains on the move: renamed, handed to another workspace, or going with their links.
import { Migration } from '@mikro-orm/migrations'

export class LinksDomainChecksAndMoves extends Migration {
  override up(): void {
    this.addSql(`
      alter table domains
        add column deepview_data jsonb not null default '{}',
        add column last_checked timestamptz,
        add column moved_from text unique,
        add column deleted_at timestamptz`)
    this.addSql(`create unique index domains_primary on domains (workspace_id) where is_primary`)
    this.addSql(
      `create index domains_last_checked on domains (last_checked nulls first, id) where workspace_id is not null and deleted_at is null`,
    )
    this.addSql(`create index domains_retention on domains (id) where link_retention_days is not null`)
    // With the time of creation behind the domain, links past their retention are found without reading all others.
    this.addSql(`drop index links_domain`)
    this.addSql(`create index links_domain on links (workspace_id, domain, created_at)`)
  }
}
