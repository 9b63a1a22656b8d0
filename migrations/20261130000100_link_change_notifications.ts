/** Announces changes of links to the processes that cache them, when the transaction commits. */
import { Migration } from '@mikro-orm/migrations'

export class LinkChangeNotifications extends Migration {
  override up(): void {
    this.addSql(`
      create function announce_link_change() returns trigger language plpgsql as $$
      begin
        perform pg_notify('tributary_links', old.domain || ' ' || old.lookup_key);
        return null;
      end $$`)
    // The columns that redirects read. Counters change most often, and are not among them.
    this.addSql(`
      create trigger announce_changed_link after update of id, workspace_id, domain, key, lookup_key, url, short_link, sealed_password, proxy,
        title, description, image, video, rewrite, do_index, track_conversion, ios, android, geo, expires_at, expired_url, disabled_at,
        banned_at, program_id, partner_id, test_variants, test_completed_at, stats_reset_at on links
      for each row execute function announce_link_change()`)
    this.addSql(`create trigger announce_deleted_link after delete on links for each row execute function announce_link_change()`)
    this.addSql(`
      create function announce_closed_workspace() returns trigger language plpgsql as $$
      begin
        perform pg_notify('tributary_links', new.workspace_id);
        return null;
      end $$`)
    this.addSql(`
      create trigger announce_closed_workspace after insert on closed_workspaces
      for each row execute function announce_closed_workspace()`)
    this.addSql(`
      create function announce_deleted_links() returns trigger language plpgsql as $$
      begin
        perform pg_notify('tributary_links', '');
        return null;
      end $$`)
    this.addSql(
      `create trigger announce_deleted_links after truncate on links for each statement execute function announce_deleted_links()`,
    )
  }
}
