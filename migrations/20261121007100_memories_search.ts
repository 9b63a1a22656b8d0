// Finding memories by their words, and words by their spelling, inside one workspace and one user, agent or run of it.
import { Migration } from '@mikro-orm/migrations'

export class MemoriesSearch extends Migration {
  override up(): void {
    this.addSql(`create extension if not exists pg_trgm`)
    this.addSql(`create extension if not exists btree_gin`)
    this.addSql(`alter table memories add column words tsvector not null generated always as (to_tsvector('english', text)) stored`)
    this.addSql(`create index memories_words on memories using gin (workspace_id, user_id, agent_id, run_id, words)`)
    // Every word that a workspace's memories hold, as it is written: what a misspelt question could have meant.
    this.addSql(`create table memory_words (
      workspace_id text not null references workspaces on delete cascade,
      word text not null,
      primary key (workspace_id, word)
    )`)
    this.addSql(`create index memory_words_spelling on memory_words using gin (workspace_id, word gin_trgm_ops)`)
    this.addSql(
      `insert into memory_words select distinct workspace_id, word from memories, unnest(tsvector_to_array(to_tsvector('simple', text))) word where length(word) between 4 and 40`,
    )
    this.addSql(`create index memory_changes_time on memory_changes (changed_at)`)
    this.addSql(`drop index memory_changes_deleted`)
  }
}
