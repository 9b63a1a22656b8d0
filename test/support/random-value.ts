/** Generates random values that a JSON schema accepts, and sometimes values that it should refuse. */
import type { SchemaObject } from '../../api/openapi/document.js'
import { pick, type Random } from './malformed-requests.js'

/** Texts that break careless code: NUL, half of a surrogate pair, parts of SQL, HTML, paths and patterns, names that every object has. */
const texts = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\u202eabc',
    'é漢😀',
    'İ',
    'null',
    'undefined',
    '0',
    '-1',
    '1e999',
    'true',
    '[]',
    '{}',
    '%',
    '%zz',
    '%00',
  ],
  ...["'", '"', '\\', '\\x', '$1', '$$', '*', '(', '[a-', '../..', '=1+1', '<b>', '{{name}}', '__proto__', 'constructor', 'toString'],
  ...['a,b,,c', 'x'.repeat(190), '-', '_', '.', '..', '/', '//', '?', '#', '&', 'a@b', '_root', 'javascript:alert(1)'],
]
const urls = [
  ...[
    'https://example.com',
    'http://user:pass@example.com:99/ä?x=1&x=2#y',
    'https://[::1]/',
    'https://xn--',
    'mailto:a@b.example',
    'app://open',
  ],
  ...['https://example.com/%', 'https://example.com/?%zz', '//example.com', 'https://example.com:99999/', 'https://EXAMPLE.com./'],
  ...[
    'http://127.0.0.1/',
    'https://example.com/?utm_source=a&utm_source=b',
    'https://example.com/\ud800',
    `https://example.com/${'x'.repeat(900)}`,
  ],
]
const dates = [
  ...['2024-02-29', '2030-01-01T00:00:00.000Z', '0001-01-01', '0000-01-01', '9999-12-31T23:59:59.999Z', '+275760-09-13T00:00:00.000Z'],
  ...[
    '-000001-01-01T00:00:00.000Z',
    '2024-02-30',
    '2024-13-01',
    '1970-01-01T00:00:00Z',
    '2024-03-31T02:30:00+14:00',
    'tomorrow',
    '1e3',
    '0',
  ],
]
const emails = ['ann@example.com', 'ANN@Example.com', 'a@b', 'ä@example.com']
const numbers = [
  ...[0, -0, 1, -1, 2, 10, 99, 100, 101, 1000, 0.1, -0.5, 1.005, 1e-7],
  ...[2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 1e18, 1e21, 1e308],
]
const ofAnyType = [null, true, [], {}, [null], { a: 1 }, 'text', 1]

export interface RandomSource {
  random: Random
  components: Record<string, SchemaObject>
  /** Values that requests and answers had before, by field: ids of existing rows, for example. */
  known: Map<string, unknown[]>
}

/** A value for the field of this name. */
export function randomValue(schema: SchemaObject, source: RandomSource, name = ''): unknown {
  const { random, components, known } = source
  if (random() < 0.02) return pick(random, ofAnyType)
  const nested = (inner: SchemaObject) => randomValue(inner, source, name)
  const alternatives = schema.anyOf ?? schema.oneOf
  const seen = known.get(name)
  if (schema.$ref) return nested(components[schema.$ref.split('/').at(-1) as string] ?? {})
  if (seen && schema.type !== 'object' && schema.type !== 'array' && random() < 0.6) return pick(random, seen)
  if (alternatives) return nested(pick(random, alternatives))
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(nested))
  if (schema.enum) return pick(random, schema.enum)
  if (schema.type === 'object') return randomObject(schema, source)
  if (schema.type === 'array') return Array.from({ length: pick(random, [0, 1, 1, 2, 3]) }, () => randomItem(schema, source, name))
  if (schema.type === 'integer' || schema.type === 'number') return randomNumber(schema, random)
  return schema.type === 'boolean' ? random() < 0.5 : randomText(schema, random, name)
}

const randomItem = ({ items = {} }: SchemaObject, source: RandomSource, name: string) => randomValue(items, source, name.replace(/s$/, ''))

function randomObject({ properties = {}, additionalProperties }: SchemaObject, source: RandomSource): Record<string, unknown> {
  const { random } = source
  const entries = Object.entries(properties)
    .filter(() => random() < 0.7)
    .map(([name, schema]) => [name, randomValue(schema, source, name)])
  const isFree = additionalProperties && random() < 0.7
  return Object.fromEntries(isFree ? [...entries, [pick(random, texts), pick(random, [...texts, ...numbers, ...ofAnyType])]] : entries)
}

function randomNumber({ minimum, maximum }: SchemaObject, random: Random): number {
  const bounds = [minimum, maximum].filter((bound) => typeof bound === 'number')
  return bounds.length > 0 && random() < 0.5 ? pick(random, bounds) + pick(random, [0, 0, 1, -1]) : pick(random, numbers)
}

function randomText({ format, maxLength }: SchemaObject, random: Random, name: string): string {
  if (random() < 0.3) return pick(random, texts)
  if (format === 'date-time' || /date|expires|start|end/i.test(name)) return pick(random, dates)
  if (format === 'uri' || /url|logo|image/i.test(name)) return pick(random, urls)
  if (format === 'email' || /email/i.test(name)) return pick(random, emails)
  if (typeof maxLength === 'number' && random() < 0.1) return 'y'.repeat(Math.min(maxLength, 20_000) + pick(random, [0, 1]))
  return `text-${Math.floor(random() * 1e6)}`
}
