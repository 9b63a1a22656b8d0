/** A partner whose payout details change while the job checks it is checked again. */
import { Migration } from '@mikro-orm/migrations'

export class RepeatedDuplicateChecks extends Migration {
  override up(): void {
    // The update locks the row of an earlier change, so that the job, which skips locked rows, does not take it before this change is committed.
    this.addSql(`
      create or replace function request_duplicate_check() returns trigger language plpgsql as $$
      begin
        insert into pending_duplicate_checks (partner_id) values (to_jsonb(new) ->> tg_argv[0])
          on conflict (partner_id) do update set created_at = excluded.created_at;
        return null;
      end $$`)
  }
}
