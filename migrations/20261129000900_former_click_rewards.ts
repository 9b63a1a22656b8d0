/** The click reward that an enrolment had at the last midnight, by which the clicks of the day before are paid. */
import { Migration } from '@mikro-orm/migrations'

export class FormerClickRewards extends Migration {
  override up(): void {
    this.addSql('alter table enrolments add former_click_reward_id text, add former_click_reward_since timestamptz')
    // Clicks of a day in UTC are paid after it ended. Later changes on the same day keep what held at midnight.
    this.addSql(`
      create or replace function set_click_reward_since() returns trigger language plpgsql as $$
      begin
        if coalesce(old.click_reward_since < date_trunc('day', now(), 'UTC'), true) then
          new.former_click_reward_id = old.click_reward_id;
          new.former_click_reward_since = old.click_reward_since;
        end if;
        new.click_reward_since = now();
        return new;
      end $$`)
  }
}
