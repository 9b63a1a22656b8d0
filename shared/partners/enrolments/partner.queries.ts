/** SQL of partners, which belong to no workspace. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import { executeBound } from '../../kernel/db/execute-bound.js'
import type { Scope } from '../../kernel/scope.js'

export async function partnerIdByEmail({ em }: Pick<Scope, 'em'>, email: string): Promise<string | null> {
  const rows: { id: string }[] = await em.execute('select id from partners where email = ?', [email])
  return rows[0]?.id ?? null
}

/** Ids of partners by email address. */
export async function partnerIdsByEmail({ em }: Pick<Scope, 'em'>, emails: readonly string[]): Promise<Map<string, string>> {
  const rows: { id: string; email: string }[] = await em.execute('select id, email from partners where email = any (?::text[])', [
    arrayLiteral(emails),
  ])
  return new Map(rows.map(({ id, email }) => [email, id]))
}

interface NewPartner {
  id: string
  name: string
  email: string
  username: string
  image: string | null
  country: string | null
  description: string | null
}

/** Inserts a partner unless the address or the username is taken. Waits for concurrent insertions. */
export async function insertPartner({ em, now }: Pick<Scope, 'em' | 'now'>, partner: NewPartner): Promise<boolean> {
  const { id, name, email, username, image, country, description } = partner
  const rows = await em.execute(
    `insert into partners (id, name, email, username, image, country, description, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing returning id`,
    [id, name, email, username, image, country, description, now(), now()],
  )
  return rows.length > 0
}

/** Inserts partners unless their address or username is taken. Returns the ids of the inserted ones by address. */
export async function insertPartners(
  { em, now }: Pick<Scope, 'em' | 'now'>,
  partners: readonly NewPartner[],
): Promise<Map<string, string>> {
  const rows = await executeBound<{ id: string; email: string }>(
    em,
    `insert into partners (id, name, email, username, image, country, description, created_at, updated_at)
     select id, name, email, username, image, country, description, ?, ? from jsonb_populate_recordset(null::partners, ?::jsonb)
     order by email on conflict do nothing returning id, email`,
    [now(), now(), JSON.stringify(partners)],
  )
  return new Map(rows.map(({ id, email }) => [email, id]))
}
