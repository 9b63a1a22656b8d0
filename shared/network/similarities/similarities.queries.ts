/** SQL of the similarity of programs. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'

type Reading = Pick<Scope, 'em'>

/** Programs that partners can find: those of the marketplace, and those whose workspace may search the network. One parameter: the plans. */
const members = `select p.id, p.categories from programs p join workspaces w on w.id = p.workspace_id
  where p.deactivated_at is null and (p.added_to_marketplace_at is not null or w.plan = any (?::text[]))`

/** Ids of the compared programs after an id, in their order. */
export async function comparedPrograms({ em }: Reading, plans: readonly string[], after: string, limit: number): Promise<string[]> {
  const rows: { id: string }[] = await em.execute(`select id from (${members}) m where id > ? order by id limit ?`, [
    arrayLiteral(plans),
    after,
    limit,
  ])
  return rows.map(({ id }) => id)
}

/** The share of the union of two sets that both contain. */
const jaccard = (common: string, one: string, other: string) => `coalesce(${common} / nullif(${one} + ${other} - ${common}, 0), 0)`

const measures = ['clicks', 'leads', 'conversions', 'sales', 'amount']
const dot = (one: string, other: string) => measures.map((name) => `${one}.${name} * ${other}.${name}`).join(' + ')

/** Partners and their mean totals. The statuses are those of partners who take part. */
const profiles = `select m.id, m.categories, count(e.id)::float8 as partners, coalesce(avg(e.total_clicks), 0)::float8 as clicks,
    coalesce(avg(e.total_leads), 0)::float8 as leads, coalesce(avg(e.total_conversions), 0)::float8 as conversions,
    coalesce(avg(e.total_sales), 0)::float8 as sales, coalesce(avg(e.total_sale_amount), 0)::float8 as amount
  from members m left join enrolments e on e.program_id = m.id and e.status in ('approved', 'archived')
  group by m.id, m.categories`

const scores = `select a.id as one, b.id as other,
    ${jaccard('categories.common', 'jsonb_array_length(a.categories)', 'jsonb_array_length(b.categories)')} as category,
    ${jaccard('coalesce(s.common, 0)', 'a.partners', 'b.partners')} as partner,
    least(1, coalesce((${dot('a', 'b')}) / nullif(sqrt((${dot('a', 'a')}) * (${dot('b', 'b')})), 0), 0)) as performance
  from profiles a join profiles b on b.id > a.id
  cross join lateral (select count(*)::float8 as common from jsonb_array_elements_text(a.categories) c(name)
    where jsonb_exists(b.categories, c.name)) categories
  left join shared_partners s on s.one = a.id and s.other = b.id
  where a.id = any (?::text[])`

const sharedPartners = `select mine.program_id as one, theirs.program_id as other, count(*)::float8 as common
  from enrolments mine join enrolments theirs on theirs.partner_id = mine.partner_id and theirs.program_id > mine.program_id
  where mine.program_id = any (?::text[]) and mine.status in ('approved', 'archived') and theirs.status in ('approved', 'archived')
  group by 1, 2`

/** Pairs with a lower score are not stored. */
const minScore = 0.3

/** Compares the programs with all that have higher ids, and stores, changes or removes the pairs whose score is another one now. */
export async function compareWithHigherIds({ em }: Reading, plans: readonly string[], programIds: readonly string[]): Promise<void> {
  const batch = arrayLiteral(programIds)
  await em.execute(
    `with members as (${members}), profiles as (${profiles}), shared_partners as (${sharedPartners}), scores as (${scores}),
       pairs as (select one, other, category::real, partner::real, performance::real,
           (0.5 * category + 0.3 * partner + 0.2 * performance)::real as score
         from scores where 0.5 * category + 0.3 * partner + 0.2 * performance > ${minScore}),
       directed as (select * from pairs union all select other, one, category, partner, performance, score from pairs),
       removed as (delete from program_similarities s
         where (s.program_id = any (?::text[]) and s.similar_program_id > s.program_id
             or s.similar_program_id = any (?::text[]) and s.program_id > s.similar_program_id)
           and not exists (select from directed d where d.one = s.program_id and d.other = s.similar_program_id))
     insert into program_similarities as known
       (program_id, similar_program_id, category_score, partner_score, performance_score, score)
     select one, other, category, partner, performance, score from directed
     on conflict (program_id, similar_program_id) do update set category_score = excluded.category_score,
       partner_score = excluded.partner_score, performance_score = excluded.performance_score, score = excluded.score
     where (known.category_score, known.partner_score, known.performance_score) is distinct from
       (excluded.category_score, excluded.partner_score, excluded.performance_score)`,
    [arrayLiteral(plans), batch, batch, batch, batch],
  )
}

/** Removes the pairs of programs that are not compared any more. */
export async function removeOtherPairs({ em }: Reading, plans: readonly string[]): Promise<void> {
  await em.execute(
    `with members as (${members}) delete from program_similarities
     where program_id not in (select id from members) or similar_program_id not in (select id from members)`,
    [arrayLiteral(plans)],
  )
}
