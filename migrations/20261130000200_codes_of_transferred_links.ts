/** Discount codes of links that are transferred to another workspace end, as those of deleted links do. */
import { Migration } from '@mikro-orm/migrations'

export class CodesOfTransferredLinks extends Migration {
  override up(): void {
    this.addSql(`
      create function announce_lost_code(link text) returns void language sql as $$
        insert into outbox (id, kind, name, payload, workspace_id)
        select 'evt_' || upper(replace(gen_random_uuid()::text, '-', '')), 'job', 'earnings.announce-lost-code',
          jsonb_build_object('workspaceId', programs.workspace_id, 'code', jsonb_build_object('id', c.id, 'code', c.code,
            'partnerId', c.partner_id, 'linkId', c.link_id, 'disabledAt', null, 'discount', jsonb_build_object('id', d.id,
              'amount', d.amount, 'type', d.type, 'maxDuration', d.max_duration, 'provider', d.provider))),
          programs.workspace_id
        from discount_codes c join discounts d on d.id = c.discount_id join programs on programs.id = c.program_id
        where c.link_id = link and c.disabled_at is null
      $$`)
    this.addSql(`
      create or replace function announce_code_of_deleted_link() returns trigger language plpgsql as $$
      begin
        perform announce_lost_code(old.id);
        return old;
      end $$`)
    this.addSql(`
      create function end_code_of_transferred_link() returns trigger language plpgsql as $$
      begin
        perform announce_lost_code(old.id);
        delete from discount_codes where link_id = old.id;
        return new;
      end $$`)
    this.addSql(`
      create trigger end_code_of_transferred_link before update of workspace_id on links
      for each row when (old.partner_id is not null and old.workspace_id is distinct from new.workspace_id)
      execute function end_code_of_transferred_link()`)
    this.endCodesOfEarlierTransfers()
  }

  /** They credit nobody, because their links have no partner in the new workspace. */
  private endCodesOfEarlierTransfers(): void {
    const transferred = 'links.id = c.link_id and programs.id = c.program_id and links.workspace_id is distinct from programs.workspace_id'
    this.addSql(`select announce_lost_code(links.id) from discount_codes c, links, programs where ${transferred}`)
    this.addSql(`delete from discount_codes c using links, programs where ${transferred}`)
  }
}
