/** Questions of an application form as fields, and what was entered as answers. Pure. */
import type { Output } from '../../console/api-client.js'
import type { Field, Values } from '../../console/kit/form-values.js'

type Question = Output<'getApplicationForm'>['fields'][number]

const platformNames: Record<string, string> = {
  website: 'Website',
  youtube: 'YouTube',
  twitter: 'X (Twitter)',
  linkedin: 'LinkedIn',
  instagram: 'Instagram',
  tiktok: 'TikTok',
}
export const platformName = (type: string) => platformNames[type] ?? type
export const platformTypes = Object.keys(platformNames)

export const imageFields = (questions: Question[]) => questions.filter(({ type }) => type === 'image-upload')

export const fieldsOf = (questions: Question[]): Field[] => questions.flatMap(fieldsOfQuestion)

function fieldsOfQuestion(question: Question): Field[] {
  const field = { name: question.id, label: question.label, isRequired: question.required }
  switch (question.type) {
    case 'short-text':
      return [{ ...field, placeholder: question.data.placeholder ?? '' }]
    case 'long-text':
      return [{ ...field, type: 'textarea', placeholder: question.data.placeholder ?? '' }]
    case 'select':
      return [{ ...field, type: 'select', choices: choicesOf(question.data.options) }]
    case 'multiple-choice':
      return [{ ...field, type: question.data.multiple ? 'list' : 'select', choices: choicesOf(question.data.options) }]
    case 'website-and-socials':
      return question.data.fields.map(({ type, required }, index) => ({
        name: `platform:${type}`,
        label: platformName(type),
        isRequired: required,
        ...(question.required && index === 0 ? { hint: `${question.label}: at least one is required.` } : {}),
      }))
    case 'image-upload':
      return []
  }
}

const choicesOf = (options: { id: string; value: string }[]) => options.map(({ id, value }) => ({ value: id, label: value }))

/** Questions without an answer are left out. */
export function answersOf(questions: Question[], values: Values, images: Record<string, string>) {
  const answers = questions.flatMap(({ id, type }) => {
    const value = type === 'image-upload' ? images[id] : values[id]
    return (typeof value === 'string' || Array.isArray(value)) && value.length > 0 ? [{ fieldId: id, value }] : []
  })
  const platforms = Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      name.startsWith('platform:') && typeof value === 'string' && value.trim() !== '' ? [[name.slice('platform:'.length), value]] : [],
    ),
  )
  return { answers, platforms }
}
