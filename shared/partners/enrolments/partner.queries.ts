/** SQL of partners, which belong to no workspace. */
import type { Scope } from '../../kernel/scope.js'

export async function partnerIdByEmail({ em }: Pick<Scope, 'em'>, email: string): Promise<string | null> {
  const rows: { id: string }[] = await em.execute('select id from partners where email = ?', [email])
  return rows[0]?.id ?? null
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
