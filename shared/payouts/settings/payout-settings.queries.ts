import type { Scope } from '../../kernel/scope.js'

export interface PayoutSettingsRow {
  method: 'manual' | 'connect' | 'paypal'
  destination: string | null
  /** Sealed. */
  details: string | null
  updatedAt: string
}

const columns = 'method, destination, details, updated_at as "updatedAt"'

export async function isEnrolled({ em }: Scope, programId: string, partnerId: string): Promise<boolean> {
  const rows: unknown[] = await em.execute('select 1 from enrolments where program_id = ? and partner_id = ?', [programId, partnerId])
  return rows.length > 0
}

export async function findSettings({ em }: Scope, programId: string, partnerId: string): Promise<PayoutSettingsRow | null> {
  const rows: PayoutSettingsRow[] = await em.execute(
    `select ${columns} from partner_payout_settings where program_id = ? and partner_id = ?`,
    [programId, partnerId],
  )
  return rows[0] ?? null
}

export async function storeSettings(
  { em, now }: Scope,
  programId: string,
  partnerId: string,
  { method, destination, details }: Omit<PayoutSettingsRow, 'updatedAt'>,
): Promise<void> {
  await em.execute(
    `insert into partner_payout_settings (program_id, partner_id, method, destination, details, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?)
     on conflict (program_id, partner_id) do update
     set method = excluded.method, destination = excluded.destination, details = excluded.details, updated_at = excluded.updated_at`,
    [programId, partnerId, method, destination, details, now(), now()],
  )
}

export async function deleteSettings({ em }: Scope, programId: string, partnerId: string): Promise<boolean> {
  const rows: unknown[] = await em.execute('delete from partner_payout_settings where program_id = ? and partner_id = ? returning 1', [
    programId,
    partnerId,
  ])
  return rows.length > 0
}
