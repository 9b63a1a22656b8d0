/** Conditions on the metadata of leads and sales, such as `metadata['plan']:pro AND metadata['seats']>=5`. */
import { metadataConditionInvalid } from './errors.js'

export interface MetadataCondition {
  /** Keys of nested objects, outermost first. */
  path: readonly string[]
  operator: '=' | '!=' | '>' | '<' | '>=' | '<='
  /** A number if the operator compares order. */
  value: string
}

/** Disjunctive normal form: at least one set must match with all its conditions. An empty query matches everything. */
export type MetadataQuery = readonly (readonly MetadataCondition[])[]

const key = String.raw`\[\s*(?:'[\w.]+'|"[\w.]+"|[\w.]+)\s*\]`
const condition = new RegExp(String.raw`^metadata((?:${key})+)\s*(:|!=|>=|<=|=|>|<)\s*(\S.*)$`, 's')
const conjunction = /\s+(and|or)\s+(?=metadata\s*\[)/i

/** Parses a query. AND binds tighter than OR. Throws if a condition is invalid. */
export function metadataQuery(text: string | undefined): MetadataQuery {
  if (!text?.trim()) return []
  const parts = text.trim().split(conjunction)
  const sets: MetadataCondition[][] = [[]]
  for (let at = 0; at < parts.length; at += 2) {
    if (parts[at - 1]?.toLowerCase() === 'or') sets.push([])
    sets.at(-1)?.push(parseCondition((parts[at] as string).trim()))
  }
  return sets
}

function parseCondition(text: string): MetadataCondition {
  const [, keys, sign, operand] = condition.exec(text) ?? []
  if (keys === undefined || sign === undefined || operand === undefined) throw metadataConditionInvalid(text)
  const path = [...keys.matchAll(/[\w.]+/g)].map(([name]) => name)
  const operator = (sign === ':' ? '=' : sign) as MetadataCondition['operator']
  const value = unquoted(operand.trim())
  if (operator === '=' || operator === '!=') return { path, operator, value }
  if (value.trim() === '' || !Number.isFinite(Number(value))) throw metadataConditionInvalid(text)
  return { path, operator, value: String(Number(value)) }
}

const unquoted = (text: string) => /^(['"])(.*)\1$/s.exec(text)?.[2] ?? text
