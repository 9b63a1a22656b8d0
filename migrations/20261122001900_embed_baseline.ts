/** Tables of the embed domain. */
import { Migration } from '@mikro-orm/migrations'

export class EmbedBaseline extends Migration {
  override up(): void {
    // Only the hash of a token is stored. user_id is the user whose API key created it: requests with the token act for that user.
    this.addSql(`
      create table embed_tokens (
        token_hash text primary key,
        workspace_id text not null references workspaces on delete cascade,
        program_id text not null references programs on delete cascade,
        partner_id text not null references partners on delete cascade,
        user_id text not null references users on delete cascade,
        expires_at timestamptz not null
      )`)
    this.addSql(`create index embed_tokens_expires_at on embed_tokens (expires_at)`)
    this.addSql(`create index embed_tokens_program_id on embed_tokens (program_id)`)
    this.addSql(`create index embed_tokens_partner_id on embed_tokens (partner_id)`)
    this.addSql(`create index embed_tokens_workspace_id on embed_tokens (workspace_id)`)
    this.addSql(`create index embed_tokens_user_id on embed_tokens (user_id)`)
  }
}
