import type { Scope } from '../../kernel/scope.js'

export async function countFilesSince({ em }: Pick<Scope, 'em'>, bountyId: string, partnerId: string, since: Date): Promise<number> {
  const rows: { count: number }[] = await em.execute(
    'select count(*)::int as count from bounty_files where bounty_id = ? and partner_id = ? and created_at > ?',
    [bountyId, partnerId, since],
  )
  return rows[0]?.count ?? 0
}

interface FileRow {
  id: string
  bountyId: string
  partnerId: string
  url: string
  fileName: string
  size: number
}

export async function insertFile({ em, now }: Pick<Scope, 'em' | 'now'>, row: FileRow): Promise<void> {
  await em.execute(
    'insert into bounty_files (id, bounty_id, partner_id, image, file_name, size, created_at) values (?, ?, ?, ?, ?, ?, ?)',
    [row.id, row.bountyId, row.partnerId, row.url, row.fileName, row.size, now()],
  )
}

/** Addresses of the files that the partner uploaded for the bounty. */
export async function uploadedAddresses({ em }: Pick<Scope, 'em'>, bountyId: string, partnerId: string): Promise<Set<string>> {
  const rows: { image: string }[] = await em.execute('select image from bounty_files where bounty_id = ? and partner_id = ?', [
    bountyId,
    partnerId,
  ])
  return new Set(rows.map(({ image }) => image))
}
