// Shared domains are open to every workspace until it hides them.
import { Migration } from '@mikro-orm/migrations'

export class LinksHiddenSharedDomains extends Migration {
  override up(): void {
    this.addSql(`
      create table hidden_shared_domains (
        workspace_id text not null references workspaces on delete cascade,
        slug text not null references domains (slug) on update cascade on delete cascade,
        primary key (workspace_id, slug)
      )`)
    this.addSql(`create index hidden_shared_domains_slug on hidden_shared_domains (slug)`)
  }
}
