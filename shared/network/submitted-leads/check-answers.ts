/** Checks the answers of a submitted lead against the form of the program. Pure. */
import type { z } from 'zod'
import type { ApplicationFormSchema } from '../../partners/index.js'
import { leadAnswerInvalid } from '../errors.js'

type Form = z.infer<typeof ApplicationFormSchema>
type Field = Form['fields'][number]
type Answer = string | number | string[]

/** The answers in the order of the form. Answers to unknown fields are left out. Throws on a missing or invalid answer. */
export function checkLeadAnswers(form: Form, answers: Record<string, Answer>): { key: string; label: string; value: string | string[] }[] {
  return form.fields.flatMap((field) => {
    const given = answers[field.key]
    const answer = typeof given === 'string' ? given.trim() : given
    const isEmpty = answer === undefined || answer === '' || (Array.isArray(answer) && answer.length === 0)
    if (isEmpty && field.required) throw leadAnswerInvalid(field.key, 'Required.')
    if (isEmpty) return []
    const problem = problemOf(field, answer)
    if (problem) throw leadAnswerInvalid(field.key, problem)
    return [{ key: field.key, label: field.label, value: Array.isArray(answer) ? answer : String(answer) }]
  })
}

function problemOf(field: Field, answer: Answer): string | null {
  if (field.type === 'multiSelect') {
    const known = new Set(field.options.map(({ value }) => value))
    return Array.isArray(answer) && answer.every((value) => known.has(value)) ? null : 'Must be a list of the options.'
  }
  if (Array.isArray(answer)) return 'Must be one value.'
  const text = String(answer)
  switch (field.type) {
    case 'select':
      return field.options.some(({ value }) => value === text) ? null : 'Must be one of the options.'
    case 'number':
      return Number.isFinite(Number(text)) ? null : 'Must be a number.'
    case 'date':
      return Number.isNaN(Date.parse(text)) ? 'Must be a date.' : null
    case 'text':
    case 'textarea':
      return text.length > (field.constraints?.maxLength ?? Infinity)
        ? `Must have at most ${field.constraints?.maxLength} characters.`
        : null
    case 'country':
    case 'phone':
      return null
  }
}
