/** What partners who become active again and invited partners need. */
import { Migration } from '@mikro-orm/migrations'

export class RestoredPartners extends Migration {
  override up(): void {
    // Applicants who were rejected before their ban are counted as partners once the ban is lifted. Null for earlier bans.
    this.addSql('alter table enrolments add status_before_ban text')
    // The invite that a link answers: a workspace can have several programs. Null in earlier links.
    this.addSql('alter table one_time_tokens add enrolment_id text references enrolments on delete cascade')
    this.addSql('create index one_time_tokens_enrolment_id on one_time_tokens (enrolment_id) where enrolment_id is not null')
  }
}
