import type { z } from 'zod'

/** Formats the first issue as `code: path: message`, with the path in object notation: `utm_source`, `testVariants[0].percentage`. */
export function formatZodIssue({ issues: [issue] }: z.ZodError): string {
  if (!issue) return 'The request is not valid.'
  const path = issue.path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text ? `${text}.${String(step)}` : String(step)),
    '',
  )
  return `${issue.code}: ${path}: ${issue.message}`
}
