/** Forms of applications: the fields of a group, and the answers to them. Pure. */
import { z } from 'zod'
import { type PlatformType, platformTypes } from '../partners/index.js'
import { answerInvalid, answerMissing } from './errors.js'
import { maxAnswerLength, maxFormFields } from './limits.js'

const question = { id: z.string().min(1).max(100), label: z.string().min(1).max(500), required: z.boolean().default(false) }
const Text = z.object({ placeholder: z.string().max(500).optional(), maxLength: z.int().positive().optional() })
const options = z
  .object({ id: z.string().min(1).max(100), value: z.string().min(1).max(500) })
  .array()
  .min(1)
  .max(100)

export const ApplicationFieldSchema = z.discriminatedUnion('type', [
  z.object({ ...question, type: z.literal('short-text'), data: Text.default({}) }),
  z.object({ ...question, type: z.literal('long-text'), data: Text.default({}) }),
  z.object({ ...question, type: z.literal('select'), data: z.object({ options }) }),
  z.object({ ...question, type: z.literal('multiple-choice'), data: z.object({ options, multiple: z.boolean().default(false) }) }),
  z.object({
    ...question,
    type: z.literal('website-and-socials'),
    data: z.object({
      fields: z
        .object({ type: z.enum(platformTypes), required: z.boolean().default(false) })
        .array()
        .max(6),
    }),
  }),
  z.object({ ...question, type: z.literal('image-upload'), data: z.object({}).default({}) }),
])
export type ApplicationField = z.output<typeof ApplicationFieldSchema>

/** The form of groups that have none of their own. */
const defaultFields: ApplicationField[] = [
  {
    id: 'website-and-socials',
    type: 'website-and-socials',
    label: 'Website and social media',
    required: false,
    data: { fields: platformTypes.map((type) => ({ type, required: false })) },
  },
  { id: 'promotion', type: 'long-text', label: 'How do you plan to promote us?', required: true, data: { maxLength: 2000 } },
]

/** The fields of a stored form. Clients store forms freely: what is no field is left out. */
export function fieldsOfForm(stored: object | null | undefined): ApplicationField[] {
  const { fields } = (stored ?? {}) as { fields?: unknown }
  if (!Array.isArray(fields)) return defaultFields
  return fields.slice(0, maxFormFields).flatMap((field) => {
    const parsed = ApplicationFieldSchema.safeParse(field)
    return parsed.success ? [parsed.data] : []
  })
}

export interface Answers {
  /** Texts and choices by the id of the field; an image as data URL or address. */
  fields: Record<string, string | string[]>
  platforms: Partial<Record<PlatformType, string>>
}

export interface CheckedAnswers {
  formData: { id: string; label: string; value: string }[]
  platforms: Partial<Record<PlatformType, string>>
  images: { fieldId: string; image: string }[]
}

/** Answers to fields that the form does not have are dropped. */
export function checkAnswers(fields: readonly ApplicationField[], { fields: given, platforms }: Answers): CheckedAnswers {
  const checked: CheckedAnswers = { formData: [], platforms: {}, images: [] }
  for (const field of fields) {
    if (field.type === 'website-and-socials') {
      Object.assign(checked.platforms, checkPlatforms(field, platforms))
      continue
    }
    // Browsers count a line break as one character, and send two.
    const values = [given[field.id] ?? []].flat().flatMap((value) => value.replaceAll('\r\n', '\n').trim() || [])
    if (values.length === 0 && field.required) throw answerMissing(field.label)
    if (field.type === 'image-upload' && values[0]) checked.images.push({ fieldId: field.id, image: checkImage(field, values[0]) })
    checked.formData.push({ id: field.id, label: field.label, value: field.type === 'image-upload' ? '' : checkValues(field, values) })
  }
  return checked
}

type Field<Type> = Extract<ApplicationField, { type: Type }>

/** A required question needs one of its platforms, and those that are required themselves. */
function checkPlatforms(
  { label, required: isRequired, data }: Field<'website-and-socials'>,
  given: Answers['platforms'],
): CheckedAnswers['platforms'] {
  const platforms: CheckedAnswers['platforms'] = {}
  for (const { type, required } of data.fields) {
    const value = given[type]?.trim()
    if (!value && required) throw answerMissing(type)
    if (!value) continue
    if (value.length > 190) throw answerInvalid(type, 'must not exceed 190 characters.')
    platforms[type] = type === 'website' ? checkWebsite(value) : handleOf(value)
  }
  if (isRequired && data.fields.length > 0 && Object.keys(platforms).length === 0) throw answerMissing(label)
  return platforms
}

function checkWebsite(value: string): string {
  const address = /^https?:\/\//i.test(value) ? value : `https://${value}`
  if (!z.httpUrl().safeParse(address).success) throw answerInvalid('website', 'must be the address of a website.')
  return address
}

/** The last segment of the address of a profile, or the handle without its `@`. */
const handleOf = (value: string) =>
  (
    value
      .replace(/[?#].*$/, '')
      .split('/')
      .findLast(Boolean) ?? value
  ).replace(/^@/, '')

function checkImage({ label }: ApplicationField, value: string): string {
  if (value.startsWith('data:image/') || z.httpUrl().max(2000).safeParse(value).success) return value
  throw answerInvalid(label, 'must be an image: its http(s) address, or a base64 data URL.')
}

function checkValues(field: Exclude<ApplicationField, Field<'website-and-socials'> | Field<'image-upload'>>, values: string[]): string {
  if (field.type === 'short-text' || field.type === 'long-text') {
    const text = values.join('\n')
    const limit = Math.min(field.data.maxLength ?? maxAnswerLength, maxAnswerLength)
    if (text.length > limit) throw answerInvalid(field.label, `must not exceed ${limit} characters.`)
    return text
  }
  const isMultiple = field.type === 'multiple-choice' && field.data.multiple
  if (values.length > 1 && !isMultiple) throw answerInvalid(field.label, 'must be one of its options.')
  return values
    .map((value) => {
      const option = field.data.options.find((one) => one.id === value || one.value === value)
      if (!option) throw answerInvalid(field.label, 'must be one of its options.')
      return option.value
    })
    .join(', ')
}

/** Names of the inputs of an HTML form. */
export const inputName = (fieldId: string, optionIndex?: number) =>
  optionIndex === undefined ? `answer-${fieldId}` : `answer-${fieldId}-${optionIndex}`

/** The answers in a submitted HTML form. Several choices are inputs of their own. */
export function answersOfInputs(fields: readonly ApplicationField[], inputs: Readonly<Record<string, string>>): Answers {
  const answers: Answers = { fields: {}, platforms: {} }
  for (const type of platformTypes) if (inputs[type]) answers.platforms[type] = inputs[type]
  for (const field of fields) {
    const isMultiple = field.type === 'multiple-choice' && field.data.multiple
    const value = isMultiple
      ? field.data.options.flatMap(({ id }, index) => (inputs[inputName(field.id, index)] ? [id] : []))
      : inputs[inputName(field.id)]
    if (value !== undefined) answers.fields[field.id] = value
  }
  return answers
}
