/** Customers without a name and an email address are found by the name that is generated for them. */
import { Migration } from '@mikro-orm/migrations'

export class NicknameCodes extends Migration {
  override up(): void {
    // The first bytes of the hash select the words of the name; each counts from another multiple of 256.
    this.addSql(`
      create function nickname_codes(id text) returns int[] language sql immutable
      return array[get_byte(sha256(id::bytea), 0), 256 + get_byte(sha256(id::bytea), 1), 512 + get_byte(sha256(id::bytea), 2)]`)
    this.addSql(`create index customers_nickname_codes on customers using gin (nickname_codes(id)) where name is null and email is null`)
  }
}
