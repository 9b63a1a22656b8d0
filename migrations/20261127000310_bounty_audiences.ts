/** A bounty for a group or tag that is deleted is for no partner. It was for every partner once its last group or tag was gone. */
import { Migration } from '@mikro-orm/migrations'

export class BountyAudiences extends Migration {
  override up(): void {
    this.addSql(`alter table bounty_groups drop constraint bounty_groups_group_id_fkey`)
    this.addSql(`alter table bounty_tags drop constraint bounty_tags_tag_id_fkey`)
    // They served the foreign keys alone.
    this.addSql(`drop index bounty_groups_group_id`)
    this.addSql(`drop index bounty_tags_tag_id`)
  }
}
