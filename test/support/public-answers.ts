/** The keys of the answers of the public interface, and how an answer differs from them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A name of `components`; a list; an object, whose optional keys end in `?`; alternatives; or null for any other value. */
type Shape = string | readonly Shape[] | { keys: Record<string, Shape> } | { anyOf: readonly Shape[] } | null

interface PublicAnswers {
  operations: Record<string, Shape>
  components: Record<string, Shape>
}

export const publicAnswers = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../test/support/public-answers.json'), 'utf8'),
) as PublicAnswers

/** Keys that the reference requires in addition: they are in every answer, but not in the published schemas. */
const undocumentedKeys: Record<string, readonly string[]> = {
  LinkSchema: ['identifier', 'linkRetentionCleanupDisabledAt'],
  DomainSchema: ['deepviewData'],
}

/** One line per key that is missing or not public. Null is accepted everywhere: types are compared by other tests. */
export function keyDifferences(shape: Shape, value: unknown, path = 'answer'): string[] {
  if (shape === null || value === null) return []
  if (typeof shape === 'string') return keyDifferences(componentOf(shape), value, path)
  if (isList(shape)) return listDifferences(shape[0] ?? null, value, path)
  if ('anyOf' in shape) return fewest(shape.anyOf.map((alternative) => keyDifferences(alternative, value, path)))
  if (typeof value !== 'object' || Array.isArray(value)) return [`${path} is not an object`]
  const known = new Map(Object.entries(shape.keys).map(([key, inner]) => [key.replace('?', ''), inner]))
  const missing = Object.keys(shape.keys).filter((key) => !key.endsWith('?') && !(key in value))
  return [
    ...missing.map((key) => `${path}.${key} is missing`),
    ...Object.entries(value).flatMap(([key, inner]) =>
      known.has(key) ? keyDifferences(known.get(key) ?? null, inner, `${path}.${key}`) : [`${path}.${key} is not public`],
    ),
  ]
}

const isList = (shape: object): shape is readonly Shape[] => Array.isArray(shape)

function componentOf(name: string): Shape {
  const shape = publicAnswers.components[name] ?? null
  const additional = undocumentedKeys[name] ?? []
  if (shape === null || typeof shape === 'string' || !('keys' in shape)) return shape
  return { keys: { ...shape.keys, ...Object.fromEntries(additional.map((key) => [key, null])) } }
}

const listDifferences = (item: Shape, value: unknown, path: string) =>
  Array.isArray(value) ? [...new Set(value.flatMap((one) => keyDifferences(item, one, `${path}[]`)))] : [`${path} is not a list`]

const fewest = (alternatives: readonly string[][]) => alternatives.toSorted((a, b) => a.length - b.length)[0] ?? []
