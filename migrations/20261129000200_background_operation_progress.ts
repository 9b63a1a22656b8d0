/** What restarts a background operation whose job was lost. */
import { Migration } from '@mikro-orm/migrations'

export class BackgroundOperationProgress extends Migration {
  override up(): void {
    // job_name is null for operations that an earlier version started. progressed_at is the time of the last progress or restart.
    this.addSql('alter table background_operations add job_name text, add progressed_at timestamptz')
  }
}
