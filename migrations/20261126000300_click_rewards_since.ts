/** Since when an enrolment has its click reward, so that clicks of earlier days earn nothing. */
import { Migration } from '@mikro-orm/migrations'

export class ClickRewardsSince extends Migration {
  override up(): void {
    // Null for the enrolments that exist: they have had theirs for an unknown time.
    this.addSql('alter table enrolments add click_reward_since timestamptz')
    this.addSql('alter table enrolments alter click_reward_since set default now()')
    this.addSql(`
      create function set_click_reward_since() returns trigger language plpgsql as $$
      begin
        new.click_reward_since = now();
        return new;
      end $$`)
    this.addSql(`
      create trigger set_click_reward_since before update of click_reward_id on enrolments
      for each row when (new.click_reward_id is distinct from old.click_reward_id)
      execute function set_click_reward_since()`)
  }
}
