// What jobs compute about programs, and when they last read the accounts of partners.
import { Migration } from '@mikro-orm/migrations'

export class NetworkSimilarities extends Migration {
  override up(): void {
    // Each pair is stored in both directions. Scores are between 0 and 1.
    this.addSql(`
      create table program_similarities (
        program_id text not null references programs on delete cascade,
        similar_program_id text not null references programs on delete cascade,
        category_score real not null,
        partner_score real not null,
        performance_score real not null,
        score real not null,
        primary key (program_id, similar_program_id)
      )`)
    this.addSql(`create index program_similarities_similar on program_similarities (similar_program_id)`)
    // When the figures of the account were last read from the platform.
    this.addSql(`alter table partner_platforms add column checked_at timestamptz`)
    this.addSql(
      `create index partner_platforms_checked_at on partner_platforms (type, checked_at nulls first) where verified_at is not null`,
    )
  }
}
