// Every filter of a list has an index that holds the order of the answer, so that a page of a large workspace is read and not sorted.
import { Migration } from '@mikro-orm/migrations'

export class LinksIndexesInTheOrderOfLists extends Migration {
  override up(): void {
    for (const name of ['links_user_id', 'links_tenant_id', 'links_domain']) this.addSql(`drop index ${name}`)
    this.addSql(`create index links_user_id on links (workspace_id, user_id, id desc) include (archived, folder_id)`)
    this.addSql(`create index links_tenant_id on links (workspace_id, tenant_id, id desc) where tenant_id is not null`)
    this.addSql(`create index links_domain on links (workspace_id, domain, id desc) include (archived, folder_id)`)
    this.addSql(`create index links_partner_id on links (workspace_id, partner_id, id desc) where partner_id is not null`)
    // One or two characters are in nearly every address: a search for so few asks how keys begin.
    this.addSql(`create index links_lookup_key on links (workspace_id, lookup_key text_pattern_ops)`)
  }
}
