/** An index for the figures of all programs. */
import { Migration } from '@mikro-orm/migrations'

export class CommissionFigures extends Migration {
  override up(): void {
    // Sums by program and by time read only the index, a tenth of the table. The statuses are those that count as earnings.
    this.addSql(`
      create index commissions_figures on commissions (created_at) include (program_id, earnings)
      where status in ('pending', 'processed', 'paid')`)
  }
}
