/** Since when a link has a partner, so that clicks of earlier days earn nothing. */
import { Migration } from '@mikro-orm/migrations'

export class PartnersOfLinksSince extends Migration {
  override up(): void {
    // Null for links that were created with their partner, and for those that exist. Another partner, as after a merge, changes nothing.
    this.addSql('alter table links add partner_since timestamptz')
    this.addSql(`
      create function set_partner_since() returns trigger language plpgsql as $$
      begin
        new.partner_since = now();
        return new;
      end $$`)
    this.addSql(`
      create trigger set_partner_since before update of partner_id on links
      for each row when (old.partner_id is null and new.partner_id is not null)
      execute function set_partner_since()`)
  }
}
