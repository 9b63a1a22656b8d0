/** What a partner achieved just before the end of a performance bounty counts, also if it is processed after the end. */
import { Migration } from '@mikro-orm/migrations'

export class LateBountyCounts extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function record_pending_bounty_count() returns trigger language plpgsql as $$
      begin
        insert into pending_bounty_counts (program_id, partner_id)
        select new.program_id, new.partner_id where exists (
          select 1 from bounties
          where program_id = new.program_id and type = 'performance' and (ends_at is null or ends_at > now() - interval '1 day')
        );
        return null;
      end $$`)
  }
}
