/** The settings of a provider as a form. The service describes them by a JSON schema. Pure. */
import { changesOf, type Field, type Values, valuesOf } from '../kit/form-values.js'
import { formatName } from '../kit/format.js'

interface Property {
  type?: string
  enum?: unknown[]
  title?: string
  description?: string
  default?: unknown
  anyOf?: Property[]
  items?: { enum?: unknown[] }
}

const choicesOf = (values: unknown[]) => values.map((value) => ({ value: String(value), label: formatName(String(value)) }))

type Schema = Record<string, unknown>

const propertiesOf = (schema: Schema) => Object.entries((schema.properties ?? {}) as Record<string, Property>)

export function settingFields(schema: Schema): Field[] {
  return propertiesOf(schema).flatMap(([name, property]) => fieldOf(name, property) ?? [])
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

/** The stored settings as the values of a form, with the defaults of those that are not stored. */
export function settingValues(schema: Schema, stored: Record<string, unknown>): Values {
  const defaults = Object.fromEntries(propertiesOf(schema).map(([name, property]) => [name, property.default]))
  return valuesOf(settingFields(schema), { ...defaults, ...stored })
}

/** The changed settings: null resets one to its default. */
export const changedSettings = (schema: Schema, values: Values, before: Values) => changesOf(settingFields(schema), values, before)
