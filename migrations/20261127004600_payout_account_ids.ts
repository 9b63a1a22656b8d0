/** Which account of its provider a workspace has connected, so that no other one repeats its transfers. */
import { Migration } from '@mikro-orm/migrations'

export class PayoutAccountIds extends Migration {
  override up(): void {
    this.addSql(`alter table payout_accounts add column account_id text`)
  }
}
