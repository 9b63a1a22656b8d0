// Answers of requests that came with a key of their own, so that such a request is carried out once.
import { Migration } from '@mikro-orm/migrations'

export class KernelKeptAnswers extends Migration {
  override up(): void {
    this.addSql(`
      create table kept_answers (
        id text primary key,
        fingerprint text not null,
        answer bytea not null,
        created_at timestamptz not null
      )`)
    this.addSql(`create index kept_answers_created_at on kept_answers (created_at)`)
  }
}
