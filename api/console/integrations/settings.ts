/** The settings of a provider as a form. The service describes them by a JSON schema. Pure. */
import { bodyOf, type Field, type Values, valuesOf, withoutEmpty } from '../kit/form-values.js'
import { formatName } from '../kit/format.js'

interface Property {
  type?: string
  enum?: unknown[]
  title?: string
  description?: string
  anyOf?: Property[]
  items?: { enum?: unknown[] }
}

const choicesOf = (values: unknown[]) => values.map((value) => ({ value: String(value), label: formatName(String(value)) }))

export function settingFields(schema: Record<string, unknown>): Field[] {
  const properties = (schema.properties ?? {}) as Record<string, Property>
  return Object.entries(properties).flatMap(([name, property]) => fieldOf(name, property) ?? [])
}

/** Null for a property that has no field, such as an object. */
function fieldOf(name: string, property: Property): Field | null {
  const plain = property.anyOf?.find(({ type }) => type !== 'null') ?? property
  const common = { name, label: property.title ?? formatName(name), hint: property.description }
  if (plain.enum) return { ...common, type: 'select', choices: choicesOf(plain.enum) }
  switch (plain.type) {
    case 'boolean':
      return { ...common, type: 'checkbox' }
    case 'integer':
    case 'number':
      return { ...common, type: 'number' }
    case 'array':
      return plain.items?.enum ? { ...common, type: 'list', choices: choicesOf(plain.items.enum) } : null
    case 'string':
      return common
    case undefined:
    default:
      return null
  }
}

export const settingsOf = {
  form: (fields: Field[], settings: Record<string, unknown>): Values => valuesOf(fields, settings),
  body: (fields: Field[], values: Values): Record<string, unknown> => withoutEmpty(bodyOf(fields, values)),
}
