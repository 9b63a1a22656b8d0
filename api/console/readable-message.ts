/** Wording of checks of the service, and what a user reads instead. */
const wordings: [check: RegExp, text: string][] = [
  [/^Invalid input: expected \w+, received (?:undefined|null)$/, 'is required'],
  [/^Too small: expected (?:string|array) to have >=1 (?:characters|items)$/, 'is required'],
  [/^Too small: expected (?:string|array) to have >=(\d+ \w+)$/, 'must have at least $1'],
  [/^Too big: expected (?:string|array) to have <=(\d+ \w+)$/, 'must have at most $1'],
  [/^Too small: expected \w+ to be >=?(\S+)$/, 'must be at least $1'],
  [/^Too big: expected \w+ to be <=?(\S+)$/, 'must be at most $1'],
  [/^Invalid URL$/, 'must be an address, such as https://acme.example'],
  [/^Invalid input: expected int, received number$/, 'must be a whole number'],
]

/** A message of the service for users: `too_big: name: Too big: expected string to have <=190 characters` without the technical terms. */
export function readableMessage(message: string): string {
  const [, field, check = ''] = /^[a-z_]+: ([\w.[\]]+): (.*)$/.exec(message) ?? []
  if (field === undefined) return message
  const wording = wordings.find(([pattern]) => pattern.test(check))
  return wording ? `${field} ${check.replace(wording[0], wording[1])}` : `${field}: ${check}`
}

/** What a message is about, if it begins with that: a name of any characters, such as an answer's. */
export const subjectOf = (message: string): string => message.split(': ', 1)[0] ?? ''

/** Names fields by their labels instead of by their names in the API: at the beginning of the message, and names such as `expiredUrl`. */
export function withLabels(message: string, labelOf: (name: string) => string | undefined): string {
  const subject = subjectOf(message)
  const whole = labelOf(subject)
  if (whole !== undefined) return `${whole}${message.slice(subject.length)}`
  return message
    .replace(/^(The )?([\w.[\]]*[\w\]])/, (text: string, article = '', path: string) => {
      // A form has fields for parts of an object, or one for all of it.
      const label = labelOf(/^\w+/.exec(path)?.[0] ?? '') ?? labelOf(/\w+$/.exec(path)?.[0] ?? '')
      return label === undefined ? text : `${String(article)}${label}`
    })
    .replaceAll(/\b[a-z]+(?:_[a-z]+|[A-Z][a-z]*)+\b/g, (name) => labelOf(name) ?? name)
}
