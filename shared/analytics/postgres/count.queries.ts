/** From a plan to the one statement that counts. */
import { type Attribute, attributes, type Kind, kindOf } from '../../tracking/index.js'
import type { Grouping, LinkField, Selection } from '../event-store.js'
import { eventConditions, type NumberCondition, numberConditions } from './conditions.queries.js'
import { foldedParts, type NumberFilter, seriesOf } from './folded.queries.js'
import type { Plan } from './plan.js'
import type { Source } from './sources.js'
import { instant, type Statement, Values } from './statement.js'

/** Where the folded part ends, the number of the workspace, and for each condition the numbers that it allows or forbids. */
export function standing(source: Source, from: Plan['from'], selection: Selection): Statement & { conditions: NumberCondition[] } {
  const values = new Values()
  const workspace = `(select no from rollup_workspaces where workspace_id = ${values.add(selection.workspaceId)})`
  const conditions = numberConditions(from, selection, workspace, values)
  const lists = conditions.map(({ numbers }, place) => `array(${numbers}) as numbers${place}`)
  return { text: `select ${[`(select at from ${source.watermark}) as watermark`, `${workspace} as workspace`, ...lists].join(',\n  ')}`, values: values.list, conditions }
}

/** What `standing` found out. */
export interface Standing {
  watermark: number
  /** Null until the workspace has folded events. */
  workspace: number | null
  filters: NumberFilter[]
}

export interface Question {
  source: Source
  selection: Selection
  grouping: Grouping
  plan: Plan
  standing: Standing
  limit: number
}

/** Rows of `key1`, `key2`, … and `count`; for a time series `key1` is the number of the span. */
export function counting(question: Question): Statement {
  const values = new Values()
  const { grouping } = question
  const text = grouping.by === 'link' ? byLinkField(question, grouping.field, values) : grouping.by === 'attributes' ? byAttributes(question, grouping.attributes, values) : bySeries(question, values)
  return { text, values: values.list }
}

function bySeries(question: Question, values: Values): string {
  const parts = [...folded(question, null, values), ...tail(question, () => [`${seriesOf('timestamp', startsOf(question), values)} as series`, '0 as value'], values)]
  return `select series::text as key1, sum(count) as count from (${union(parts, 'series, value, count')}) as part\ngroup by series order by series`
}

function byAttributes(question: Question, wanted: readonly Attribute[], values: Values): string {
  const known = wanted.map((one, place) => `key${place + 1} ${one === 'region' ? `not like '%-'` : `not in ('', 'Unknown')`}`).join(' and ')
  return `select * from (${everyGroup(question, wanted, values)}) as every\nwhere ${known} order by count desc, ${keysOf(wanted)} limit ${values.add(question.limit)}`
}

const linkProperties: Partial<Record<LinkField, { column: string; join: string }>> = {
  domain: { column: 'links.domain', join: '' },
  folderId: { column: 'links.folder_id', join: '' },
  partnerId: { column: 'links.partner_id', join: '' },
  tagId: { column: 'link_tags.tag_id', join: ' join link_tags on link_tags.link_id = links.id' },
}

function byLinkField(question: Question, field: LinkField, values: Values): string {
  const property = linkProperties[field]
  // Properties that no link has.
  if (!property) return 'select null::text as key1, 0 as count where false'
  const links = `join links on links.id = every.key1 and links.workspace_id = ${values.add(question.selection.workspaceId)}${property.join}`
  return `select ${property.column} as key1, sum(every.count) as count from (${everyGroup(question, ['linkId'], values)}) as every ${links}
where ${property.column} is not null group by 1 order by count desc, key1 limit ${values.add(question.limit)}`
}

const keysOf = (wanted: readonly Attribute[]) => wanted.map((_, place) => `key${place + 1}`).join(', ')

/** A row for each group that there is. */
function everyGroup(question: Question, wanted: readonly Attribute[], values: Values): string {
  const { from } = question.plan
  const kind = typeof from === 'object' ? from : (kindOf(wanted) as Kind)
  const parts = folded(question, kind, values)
  const texts = wanted.map((one, place) => `parts[${kind.parts.indexOf(one) + 1}] as key${place + 1}`).join(', ')
  const summed = `select ${texts}, count from (select value, sum(count) as count from (${union(parts, 'value, count')}) as part group by value) as summed join rollup_values on rollup_values.id = summed.value`
  const unfolded = tail(question, () => wanted.map((one, place) => `${attributes[one]} as key${place + 1}`), values)
  const keys = keysOf(wanted)
  return `select ${keys}, sum(count) as count from (${union([...(parts.length > 0 ? [summed] : []), ...unfolded], `${keys}, count`)}) as part group by ${keys}`
}

/** All rows of the parts; of no part, no rows. */
const union = (parts: string[], columns: string) =>
  parts.length > 0 ? parts.join('\n  union all') : `select ${columns.split(', ').map((one) => `${one.startsWith('key') ? 'null::text' : '0'} as ${one}`).join(', ')} where false`

const startsOf = ({ grouping }: Question) => (grouping.by === 'time' ? grouping.starts : null)

function folded(question: Question, by: Kind | null, values: Values): string[] {
  const { source, plan, standing } = question
  return standing.workspace === null ? [] : foldedParts({ source, plan, workspace: standing.workspace, filters: standing.filters, by, starts: startsOf(question) }, values)
}

/** What is not folded yet, grouped by the columns. */
function tail({ source, selection, plan }: Question, columns: () => string[], values: Values): string[] {
  if (!plan.tail) return []
  const grouped = columns()
  const conditions = [...eventConditions(selection, values), `timestamp >= ${values.add(instant(plan.tail.from))}`, `timestamp < ${values.add(instant(plan.tail.to))}`]
  return [`
  select ${grouped.join(', ')}, count(*) as count from ${source.events}
  where ${conditions.join(' and ')} group by ${grouped.map((_, place) => place + 1).join(', ')}`]
}
