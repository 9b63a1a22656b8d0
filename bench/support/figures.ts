/** Generates commissions and invoices of many workspaces in the database: creating them through the API would take longer. */
import type pg from 'pg'
import { makeCommissions, makePartners } from './program.js'

/** Workspaces with an owner each. Returns their ids, with that of the first workspace. */
export async function makeWorkspaces(pool: pg.Pool, count: number): Promise<string[]> {
  await pool.query(
    `insert into workspaces select (w).* from (
       select jsonb_populate_record(null::workspaces, to_jsonb(first) || jsonb_build_object('id', 'ws_bench' || n, 'slug', 'bench-' || n, 'name', 'Bench ' || n,
         'invite_code', 'bench-' || n, 'publishable_key', null, 'default_program_id', null)) as w
       from (select * from workspaces order by created_at, id limit 1) first, generate_series(1, $1::int) n) made
     on conflict do nothing`,
    [count - 1],
  )
  await pool.query(
    `insert into members select (m).* from (
       select jsonb_populate_record(null::members, to_jsonb(first) || jsonb_build_object('id', 'mem_bench' || n, 'workspace_id', 'ws_bench' || n)) as m
       from (select * from members where role = 'owner' order by id limit 1) first, generate_series(1, $1::int) n) made
     on conflict do nothing`,
    [count - 1],
  )
  const { rows } = await pool.query<{ id: string }>('select id from workspaces order by id')
  return rows.map(({ id }) => id)
}

/** Copies of the program for other workspaces, which share its commissions evenly; invoices of all of them. */
export async function makeFigures(
  pool: pg.Pool,
  program: { id: string; groupId: string },
  { commissions, invoices, partners }: { commissions: number; invoices: number; partners: number },
): Promise<void> {
  await makePartners(pool, program, partners)
  await makeCommissions(pool, program, { status: 'paid', from: 1, to: commissions, partners })
  await pool.query(
    `insert into programs select (p).* from (
       select jsonb_populate_record(null::programs, to_jsonb(first) || jsonb_build_object(
         'id', 'prog_' || w.id, 'workspace_id', w.id, 'slug', 'program-' || w.id, 'domain', null)) as p
       from (select * from programs where id = $1) first, workspaces w where w.id <> first.workspace_id) made`,
    [program.id],
  )
  await pool.query('alter table commissions disable trigger user')
  await pool.query(
    `update commissions c set program_id = p.id, created_at = now() - random() * interval '365 days'
     from (select id, row_number() over (order by id) - 1 as place, count(*) over () as programs from programs) p
     where p.place = abs(hashtext(c.id)) % p.programs`,
  )
  await pool.query('alter table commissions enable trigger user')
  await pool.query(
    `insert into invoices (id, workspace_id, program_id, sequence, amount, external_amount, fee, total, fee_rate, waiver, waived, created_at,
       updated_at)
     select 'inv_bench' || n, p.workspace_id, p.id, n, 10000, 0, 300, 10300, 300, 0, 0, at, at
     from generate_series(1, $1::int) n
       join (select id, workspace_id, row_number() over (order by id) - 1 as place, count(*) over () as programs from programs) p
         on p.place = n % p.programs
       cross join lateral (select now() - n * interval '365 days' / $1 as at) times`,
    [invoices],
  )
  await pool.query(
    `insert into payouts (id, program_id, partner_id, invoice_id, amount, status, method, paid_at, created_at, updated_at)
     select 'po_bench' || n || '_' || m, i.program_id, (select id from partners offset (n * 10 + m) % $1 limit 1), i.id, 1000, 'completed',
       'paypal', i.created_at, i.created_at, i.created_at
     from (select *, sequence as n from invoices where id like 'inv_bench%') i, generate_series(0, 9) m`,
    [Math.min(partners, 100)],
  )
  await pool.query('vacuum analyze')
}
