/** Discount codes whose link is deleted end at their provider too. */
import { Migration } from '@mikro-orm/migrations'

export class CodesOfDeletedLinks extends Migration {
  override up(): void {
    // Whatever deletes a link deletes its code with it. A disabled code has ended before.
    this.addSql(`
      create function announce_code_of_deleted_link() returns trigger language plpgsql as $$
      begin
        insert into outbox (id, kind, name, payload, workspace_id)
        select 'evt_' || upper(replace(gen_random_uuid()::text, '-', '')), 'job', 'earnings.announce-lost-code',
          jsonb_build_object('workspaceId', programs.workspace_id, 'code', jsonb_build_object('id', c.id, 'code', c.code,
            'partnerId', c.partner_id, 'linkId', c.link_id, 'disabledAt', null, 'discount', jsonb_build_object('id', d.id,
              'amount', d.amount, 'type', d.type, 'maxDuration', d.max_duration, 'provider', d.provider))),
          programs.workspace_id
        from discount_codes c join discounts d on d.id = c.discount_id join programs on programs.id = c.program_id
        where c.link_id = old.id and c.disabled_at is null;
        return old;
      end $$`)
    this.addSql(`
      create trigger announce_code_of_deleted_link before delete on links
      for each row when (old.partner_id is not null) execute function announce_code_of_deleted_link()`)
    // A reservation outlives its link, so that the code which the provider may have created is ended.
    this.addSql(`alter table discount_reservations drop constraint discount_reservations_link_id_fkey`)
  }
}
