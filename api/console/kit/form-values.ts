/** Fields of forms, and their values. */
import type { ComponentChildren } from 'preact'

export interface Choice {
  value: string
  label: string
}

export interface Field {
  name: string
  label: string
  /** `list`: several choices. `money`: an amount, kept in cents. */
  type?:
    | 'text'
    | 'url'
    | 'email'
    | 'password'
    | 'number'
    | 'money'
    | 'textarea'
    | 'select'
    | 'list'
    | 'checkbox'
    | 'datetime-local'
    | 'color'
  choices?: Choice[]
  isRequired?: boolean
  hint?: ComponentChildren | ((values: Values) => ComponentChildren)
  placeholder?: string
  /** Fields with the same section are shown together below its name, folded while they are empty. */
  section?: string
  min?: number
  max?: number
  /** A control of its own in place of the one of the type. */
  input?: (props: InputProps) => ComponentChildren
  /** Several controls of its own, which may also change other fields. */
  render?: (input: OwnInput) => ComponentChildren
  /** Has no value: it helps with other fields. */
  isOnlyShown?: boolean
}

export interface OwnInput {
  value: string
  values: Values
  change: (value: string) => void
  changeOther: (name: string, value: Values[string]) => void
}

export interface InputProps {
  id: string
  value: string
  isRequired: boolean
  hintId: string | undefined
  onChange: (value: string) => void
}

/** Fields, which may depend on what was entered so far. */
export type FormFields = Field[] | ((values: Values) => Field[])

export type Values = Record<string, string | string[] | boolean | undefined>

const valueFields = (fields: Field[]) => fields.filter(({ isOnlyShown }) => !isOnlyShown)

/** The values of a form as the body of a request: empty texts become null, numbers and times are converted. */
export function bodyOf(fields: Field[], values: Values): Record<string, unknown> {
  const entries = valueFields(fields).map(({ name, type }): [string, unknown] => {
    const value = values[name]
    if (type === 'checkbox') return [name, value === true]
    if (type === 'list') return [name, value ?? []]
    if (typeof value !== 'string' || value.trim() === '') return [name, null]
    if (type === 'number') return [name, Number(value)]
    if (type === 'money') return [name, Math.round(Number(value) * 100)]
    if (type === 'datetime-local') return [name, new Date(value).toISOString()]
    return [name, type === 'password' ? value : value.trim()]
  })
  return Object.fromEntries(entries)
}

type Body = Record<string, unknown>

/** What was changed in a body: other fields may have been changed elsewhere since their values were read. */
export const changedIn = <Changed extends Body>(after: Changed, before: Body): Partial<Changed> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  ) as Partial<Changed>

/** The changed values of a form as the body of a request. */
export const changesOf = (fields: Field[], values: Values, before: Values): Body =>
  changedIn(bodyOf(fields, values), bodyOf(fields, before))

/** Without the fields that are null, for operations that refuse null. */
export const withoutEmpty = (body: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))

/** The choices of a select are texts: converts the field to a number if the body has it. */
export const withNumber = (name: string, body: Record<string, unknown>) => (name in body ? { ...body, [name]: Number(body[name]) } : body)

/** Stored values as the values of a form. */
export function valuesOf(fields: Field[], stored: Record<string, unknown>): Values {
  const entries = valueFields(fields).map(({ name, type }): [string, Values[string]] => {
    const value = stored[name]
    if (type === 'checkbox') return [name, value === true]
    if (type === 'list') return [name, Array.isArray(value) ? value.map(String) : []]
    if (value === null || value === undefined) return [name, '']
    if (type === 'money') return [name, String(Number(value) / 100)]
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
    return [name, type === 'datetime-local' ? localTime(text) : text]
  })
  return Object.fromEntries(entries)
}

/** With seconds, or parts of them, only if there are any. */
function localTime(time: string): string {
  const date = new Date(time)
  const text = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString()
  return text.slice(0, -1).replace(/(:00)?\.000$/, '')
}

/** A required choice starts with its first value, which is what the browser shows. */
export const defaultsOf = (fields: Field[]): Values =>
  Object.fromEntries(
    fields.flatMap(({ name, type, isRequired, choices }) => (type === 'select' && isRequired ? [[name, choices?.[0]?.value ?? '']] : [])),
  )
