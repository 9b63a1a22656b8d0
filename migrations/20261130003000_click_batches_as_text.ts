/** Click batches are queued as text, which takes less time than JSON to write and to store. */
import { Migration } from '@mikro-orm/migrations'

export class ClickBatchesAsText extends Migration {
  override up(): void {
    // Processes of the former version still insert JSON. Their workers pass on what they cannot decode, as jobs.
    // A change of the type resets the storage to that of text, which compresses.
    this.addSql('alter table queued_click_batches alter batch type text, alter batch set storage external')
  }
}
