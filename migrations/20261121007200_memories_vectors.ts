// What memories mean, as vectors of an embedding model, where one is configured.
import { Migration } from '@mikro-orm/migrations'

export class MemoriesVectors extends Migration {
  override up(): void {
    this.addSql(`create table memory_vectors (
      memory_id text primary key references memories on delete cascade,
      model text not null,
      hash text not null,
      vector bytea not null
    )`)
  }
}
