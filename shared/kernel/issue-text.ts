import type { z } from 'zod'

/** Path in object notation: `utm_source`, `testVariants[0].percentage`, `[1].url`. */
export function issueText({ issues: [issue] }: z.ZodError): string {
  if (!issue) return 'The request is not valid.'
  const path = issue.path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text ? `${text}.${String(step)}` : String(step)),
    '',
  )
  return `${issue.code}: ${path}: ${issue.message}`
}
