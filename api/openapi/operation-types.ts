/** Writes the operations that the browser code calls as TypeScript: paths, permissions and types. Pure. */
import { z } from 'zod'
import type { Endpoint } from '../endpoint.js'

type Schema = z.core.JSONSchema.BaseSchema

const heading = `/** Written by \`npm run console:operations\` from the endpoint tables: the operations that the browser clients call. Not edited by hand. */`

/** Ids of operations are recognised in the source code as strings. */
export function operationsIn(texts: readonly string[], rows: readonly Endpoint[]): Endpoint[] {
  const strings = new Set(texts.flatMap((text) => [...text.matchAll(/'(\w+)'/g)].map(([, name]) => name)))
  return rows.filter(({ id }) => strings.has(id)).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** `roles` lists the permissions of each role, by the name of the list. */
export function operationTypes(rows: readonly Endpoint[], roles: Record<string, Record<string, Iterable<string>>>): string {
  const definitions = new Map<string, string>()
  const typeOf = (schema: z.ZodType | undefined, io: 'input' | 'output', indent: string): string => {
    if (!schema) return 'undefined'
    const { $defs = {}, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
    for (const [name, definition] of Object.entries($defs))
      if (!definitions.has(nameOf(name))) definitions.set(nameOf(name), print(definition, ''))
    return print(root, indent)
  }
  const types = rows.map(({ id, params, query, body, output }) => {
    const parts = { params: typeOf(params, 'input', '    '), query: typeOf(query, 'input', '    '), body: typeOf(body, 'input', '    ') }
    const lines = Object.entries({ ...parts, output: output ? typeOf(output, 'output', '    ') : 'unknown' })
    return `  ${id}: {\n${lines.map(([name, type]) => `    ${name}: ${type}`).join('\n')}\n  }`
  })
  return `${[
    heading,
    ...Object.entries(roles).map(([name, byRole]) =>
      object(
        name,
        Object.entries(byRole).map(([role, permissions]) => [role, list([...permissions], '  ')]),
      ),
    ),
    object(
      'operations',
      rows.map((row) => [row.id, descriptor(row)]),
    ),
    `export interface Operations {\n${types.join('\n')}\n}`,
    ...[...definitions].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, type]) => `export type ${name} = ${type}`),
  ].join('\n\n')}\n`
}

const object = (name: string, entries: [string, string][]) =>
  `export const ${name} = {\n${entries.map(([key, value]) => `  ${key}: ${value},`).join('\n')}\n} as const`

const descriptor = ({ method, path, access, plans, refusesImpersonation }: Endpoint) =>
  `{\n    method: '${method}',\n    path: '${path}',\n    access: '${access.kind}',\n    permissions: ${list(access.permissions, '    ')},\n` +
  `    plans: ${plans ? list(plans, '    ') : 'null'},\n${refusesImpersonation ? '    refusesImpersonation: true,\n' : ''}  }`

const list = (values: readonly string[], indent: string) =>
  values.length === 0 ? '[]' : `[\n${values.map((value) => `${indent}  '${value}',`).join('\n')}\n${indent}]`

const nameOf = (definition: string) => definition.replaceAll(/\W/g, '_').replace(/^[a-z]/, (first) => first.toUpperCase())

/** A JSON Schema as a type. What has no counterpart is unknown. */
function print(schema: Schema | boolean, indent: string): string {
  const types = [...new Set(alternatives(schema, indent))]
  if (types.includes('unknown')) return 'unknown'
  const line = types.join(' | ')
  if (types.length === 1 || (line.length <= 60 && !line.includes('\n'))) return line
  return types.map((type) => `\n${indent}  | ${type}`).join('')
}

function alternatives(schema: Schema | boolean, indent: string): string[] {
  if (typeof schema === 'boolean') return ['unknown']
  if (schema.$ref) return [nameOf(schema.$ref.replace(/^#\/\$defs\//, ''))]
  if (schema.const !== undefined) return [JSON.stringify(schema.const)]
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value))
  const parts = schema.anyOf ?? schema.oneOf
  if (parts) return parts.flatMap((part) => alternatives(part, `${indent}  `))
  if (schema.allOf) return [schema.allOf.map((part) => print(part, indent)).join(' & ')]
  if (Array.isArray(schema.type)) return schema.type.flatMap((type) => alternatives({ ...schema, type }, indent))
  return [printTyped(schema, indent)]
}

function printTyped(schema: Schema, indent: string): string {
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'number':
    case 'integer':
      return 'number'
    case 'array': {
      const item = schema.items && !Array.isArray(schema.items) ? print(schema.items, indent) : 'unknown'
      return /[|&\n]/.test(item) ? `Array<${item}>` : `${item}[]`
    }
    case 'object':
      return printObject(schema, indent)
    case undefined:
    default:
      return 'unknown'
  }
}

function printObject({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  if (!properties)
    return typeof additionalProperties === 'object' ? `Record<string, ${print(additionalProperties, indent)}>` : 'Record<string, unknown>'
  const lines = Object.entries(properties).map(([name, property]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
    return `${indent}  ${key}${required.includes(name) ? '' : '?'}: ${print(property, `${indent}  `)}`
  })
  return lines.length === 0 ? 'Record<string, unknown>' : `{\n${lines.join('\n')}\n${indent}}`
}
