/** Conditions on what callers sent along with leads and sales, such as `metadata['plan']:pro AND metadata['seats']>=5`. */

export interface MetadataCondition {
  /** Keys from the outside in. */
  path: readonly string[]
  operator: '=' | '!=' | '>' | '<' | '>=' | '<='
  /** For an order a number. */
  value: string
}

/** Any of these sets, all of whose conditions hold; without a set everything is meant. */
export type MetadataQuery = readonly (readonly MetadataCondition[])[]

const key = String.raw`\[\s*(?:'[\w.]+'|"[\w.]+"|[\w.]+)\s*\]`
const condition = new RegExp(String.raw`^metadata((?:${key})+)\s*(:|!=|>=|<=|=|>|<)\s*(\S.*)$`, 's')
const joint = /\s+(and|or)\s+(?=metadata\s*\[)/i

/** AND binds closer than OR. What is no condition is passed over. */
export function metadataQuery(text: string | undefined): MetadataQuery {
  const pieces = (text ?? '').trim().split(joint)
  const sets: MetadataCondition[][] = [[]]
  for (let at = 0; at < pieces.length; at += 2) {
    if (pieces[at - 1]?.toLowerCase() === 'or') sets.push([])
    const parsed = parseCondition((pieces[at] as string).trim())
    if (parsed) sets.at(-1)?.push(parsed)
  }
  return sets.filter((set) => set.length > 0)
}

function parseCondition(text: string): MetadataCondition | null {
  const [, keys, sign, given] = condition.exec(text) ?? []
  if (keys === undefined || sign === undefined || given === undefined) return null
  const path = [...keys.matchAll(/[\w.]+/g)].map(([one]) => one)
  const operator = (sign === ':' ? '=' : sign) as MetadataCondition['operator']
  const value = unquoted(given.trim())
  if (operator === '=' || operator === '!=') return { path, operator, value }
  return value.trim() !== '' && Number.isFinite(Number(value)) ? { path, operator, value: String(Number(value)) } : null
}

const unquoted = (text: string) => /^(['"])(.*)\1$/s.exec(text)?.[2] ?? text
